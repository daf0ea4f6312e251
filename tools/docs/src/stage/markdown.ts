/** Applies a change to what is outside of fenced code blocks. */
export function outsideFences(markdown: string, change: (text: string) => string): string {
  const parts = markdown.split(/(^(?: {0,3})(`{3,}|~{3,})[^]*?^ {0,3}\2[ \t]*$)/m);
  // The pattern has two groups: text, block, its marks, text, …
  return parts.map((part, index) => (index % 3 === 0 ? change(part) : index % 3 === 1 ? part : '')).join('');
}

/** Applies a change to each link and image, wherever its target is relative. Inline code stays as it is. */
export function withLinks(
  markdown: string,
  change: (link: { readonly text: string; readonly target: string; readonly whole: string }) => string,
): string {
  return outsideFences(markdown, (part) =>
    part.replaceAll(
      /(`+)[^`]*?\1(?!\]\()|(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+(?:\([^()]*\))?)\)/g,
      (whole, code, _bang, text, target) =>
        code !== undefined || /^(?:[a-z]+:|\/)/.test(target as string)
          ? whole
          : change({ text: text as string, target: target as string, whole }),
    ),
  );
}

/** The headings of a page, without code blocks, as they are written. */
export function headingsOf(markdown: string): readonly string[] {
  const found: string[] = [];
  outsideFences(markdown, (part) => {
    for (const [, heading = ''] of part.matchAll(/^#{1,6} +(.+?)(?: +#+)? *$/gm)) found.push(heading);
    for (const [, id = ''] of part.matchAll(/<a id="([^"]+)">/g)) found.push(id);
    return part;
  });
  return found;
}
