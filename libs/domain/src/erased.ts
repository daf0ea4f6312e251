/** Replaces a personal part that was deleted. Deciders and projectors must expect it; it is a value, never an exception. */
export type Erased = { readonly erased: true };

/** The one value of `Erased`. */
export const erased: Erased = Object.freeze({ erased: true });

/** Tells a deleted personal part from a real one. By shape, so that it also holds for values that went through JSON. */
export function isErased(value: unknown): value is Erased {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Partial<Erased>).erased === true &&
    Object.keys(value).length === 1
  );
}
