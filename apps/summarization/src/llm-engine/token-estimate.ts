/**
 * How many tokens a text takes at most, by any tokenizer in use: English has about four bytes to a token, other scripts about three. Too high
 * rather than too low: what is reserved too much is given back when the provider says what it was.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(byteLength(text) / 3);
}

function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // One of two halves of a character of four bytes counts two.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
