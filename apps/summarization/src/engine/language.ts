import type { Dialogue } from './dialogue.ts';

// Frequent in any English, and words of no other large language written with these letters.
const english =
  /^(?:the|and|you|is|it|that|we|for|of|to|i|this|with|have|be|are|what|your|but|not|can|i'm|i'll|we're|it's|that's|they|at|from|do|don't|just|would|our|my|how|if|when|there|yes|yeah|okay)$/;
const leastWords = 15;
const leastShare = 0.1;

/** Whether there is enough talk to tell that it is not English; the heads have learnt nothing else. */
export function isOtherLanguage({ sentences }: Dialogue): boolean {
  let words = 0;
  let known = 0;
  for (const { text } of sentences)
    for (const [word] of text.matchAll(/\p{L}[\p{L}']*/gu)) {
      words += 1;
      if (english.test(word)) known += 1;
    }
  return words >= leastWords && known / words < leastShare;
}
