/** `pin-note`, `pin_note` and `note.pinned` in the forms that code needs. */
export const pascalCase = (text: string): string =>
  wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const camelCase = (text: string): string => {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
};

/** A text as TypeScript writes it. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function wordsOf(text: string): string[] {
  return text.split(/[-_.]/);
}
