/** The file of an address below `/docs/`, where the address has moved to, or nothing for what can be no page. */
export function docsFileOf(address: string): { readonly file: string } | { readonly moved: string } | undefined {
  // Only names that the build writes: no dots but one extension, no escapes, no empty step.
  if (!/^(?:[\w-]+\/)*(?:[\w-]+(?:\.(?:html|md|svg|json))?)?$/.test(address)) return undefined;
  const [, page] = /^(.*)\.(?:html|md)$/.exec(address) ?? [];
  if (page !== undefined) return { moved: page.replace(/(^|\/)index$/, '$1') };
  if (/\.(?:svg|json)$/.test(address)) return { file: address };
  return { file: address === '' || address.endsWith('/') ? `${address}index.html` : `${address}.html` };
}
