const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether JSON text opens more brackets than so many at once. Looked for before it is parsed: of ten megabytes of brackets a parser makes
 * millions of objects, and whatever walks through them runs out of stack.
 */
export function isNestedDeeperThan(json: Buffer, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfText(json, at);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

/** Where the closing quote of a text is; the end of all where there is none. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let before = end;
    while (json[before - 1] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return json.length;
}
