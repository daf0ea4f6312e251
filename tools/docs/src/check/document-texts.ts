/** Every text of the API document that a reader sees, with where it is. Examples are data, not prose. */
export function textsOfDocument(document: unknown): readonly { readonly place: string; readonly text: string }[] {
  const found: { place: string; text: string }[] = [];
  collect(document, '');
  return found;

  function collect(value: unknown, place: string): void {
    if (Array.isArray(value)) {
      value.forEach((element, index) => {
        collect(element, `${place}/${String(index)}`);
      });
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const here = `${place}/${key}`;
      if (key === 'example' || (key === 'examples' && !place.endsWith('/properties'))) continue;
      if ((key === 'description' || key === 'summary') && typeof inner === 'string')
        found.push({ place: here, text: inner });
      else collect(inner, here);
    }
  }
}
