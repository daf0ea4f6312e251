/** Its words and pairs of words, with where it starts and ends: what the embedding blurs ("I could" and "could I"). */
export function phrasesIn(text: string): ReadonlySet<string> {
  const words = ['^', ...(text.match(/[\p{L}\p{N}']+|\?/gu) ?? []), '$'];
  const phrases = new Set<string>();
  for (const [index, word] of words.entries()) {
    phrases.add(word);
    if (index > 0) phrases.add(`${words[index - 1] ?? ''} ${word}`);
  }
  return phrases;
}

/** How much a phrase counts beside the other features. */
export const phraseValue = 0.75;
