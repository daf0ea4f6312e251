/** Whether something follows something else. As one pattern (`first.*then`) it would search the rest of the text again from each place. */
export function followed(first: RegExp, then: RegExp, text: string): boolean {
  const found = first.exec(text);
  return found !== null && then.test(text.slice(found.index + found[0].length - 1));
}
