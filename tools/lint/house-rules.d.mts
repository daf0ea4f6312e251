declare const house: { readonly rules: Readonly<Record<string, unknown>> };
export default house;
