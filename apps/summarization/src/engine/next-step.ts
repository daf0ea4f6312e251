import type { Commitment } from './commitments.ts';
import { runsOn, stutters } from './clauses.ts';
import type { Dialogue, Sentence } from './dialogue.ts';
import { plainText } from './dialogue.ts';
import { weightiest } from './listing.ts';
import { kindOf } from './verbs.ts';
import { asVerb, saysWhen } from './wording.ts';

/** Of what was promised the few that the call leads to, in the order in which they came: not all of a long list. */
export function nextSteps(
  { sentences }: Dialogue,
  commitments: readonly Commitment[],
  likely: (sentence: Sentence) => number,
): readonly Commitment[] {
  return weightiest(commitments, mostSteps, leadsTo(sentences.length, likely));
}

const mostSteps = 4;

/** How much a promise is what the call leads to: by the sound of the call, with a date, said more than once, and late. */
const leadsTo =
  (sentences: number, likely: (sentence: Sentence) => number) =>
  ({ due, evidence }: Commitment): number =>
    Math.max(...evidence.map(likely)) +
    (due === null ? 0 : 0.3) +
    (evidence.length > 2 ? 0.1 : 0) +
    (0.5 * Math.max(...evidence.map(({ index }) => index))) / sentences;

/** The one of them that a sentence can state. */
export function nextStep(
  { sentences }: Dialogue,
  commitments: readonly Commitment[],
  likely: (sentence: Sentence) => number,
): Commitment | undefined {
  const sayable = commitments.filter(
    ({ description: deed, due }) =>
      deed.length <= 140 &&
      (due !== null || kindOf(asVerb(deed)) !== 'other') &&
      (/^(?:have|let|make|help)\b/i.test(deed) || !brokenPerson.test(deed)) &&
      !hollow.test(deed) &&
      (deed.length > 60 || !elsewhere.test(deed)) &&
      !stutters(deed) &&
      !runsOn(plainText(deed)),
  );
  const weight = leadsTo(sentences.length, likely);
  return sayable.reduce<Commitment | undefined>(
    (best, one) => (best === undefined || weight(one) > weight(best) ? one : best),
    undefined,
  );
}

// Quoted, of speech only, or with an object named elsewhere: "put it back", "have the prospect".
const hollow =
  /[“”"…?]|,$|\b(?:uh|um|er|i|i'll|ye|yeah)\b|^\S+ (?:it|this|that|them|those|these|him|her|one|some)\b|^be\b|^get (?:the )?\w+ that\b|^(?:have|keep|do|get|see|tell|know|think|want|like|look) (?:the )?(?:rep|prospect|\w+)$/i;
// "When the prospect come down": the words were turned from "you", and their verb was not.
const brokenPerson =
  /\bthe (?:rep|prospect) (?:come|say|wait|decide|have|do|go|need|want|get|help|just|know|like|take|see)\b|\bthe prospect and the rep has\b/i;
const elsewhere = /\b(?:it|them|him|her|this|those)\b/i;
const meets =
  /^(?:call|ring|phone|visit|meet|come|see|join|speak|talk|inspect|measure|install|collect|pick up|bring|call back)\b/;

/** "send the quote by December 19, 2025"; with a day in its words already, the date follows them. */
export function deedOf({ description, due }: Commitment): { text: string; dates: readonly string[] } {
  const deed = asVerb(description.replace(/[.\s]+$/, ''));
  if (due === null) return { text: deed, dates: [] };
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${due}T00:00:00Z`),
  );
  return {
    text: saysWhen.test(deed) ? `${deed} (${date})` : `${deed} ${meets.test(deed) ? 'on' : 'by'} ${date}`,
    dates: [date],
  };
}
