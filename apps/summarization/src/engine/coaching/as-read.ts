import type { Dialogue, Sentence } from '../dialogue.ts';
import type { Speaker } from '../summary-engine.ts';
import type { CoachedCall, Measured } from './coached-call.ts';

/** From which likelihood on a segment counts as a promise, as one that is none, or as an objection. */
export const readAs = 0.5;
/** Added on both sides of a share, so that a single place does not decide it. */
const each = 1;

type Likely = CoachedCall['likely'];

/** Of what the rep says that sounds like a promise, the share that is one; the others are for show, for people in general, or in case of a sale. */
export function meantPromises(dialogue: Dialogue, likely: Likely): Measured {
  const own = placesOf(dialogue, 'rep');
  const meant = own.filter(
    ({ segment }) => Math.max(likely(segment, 'action_rep'), likely(segment, 'promise')) >= readAs,
  );
  const empty = own.filter(({ segment }) => likely(segment, 'not_action') >= readAs);
  return { value: shareOf(meant.length, empty.length), evidence: empty };
}

/** Of the prospect's words for and against what is put forward, the share that goes along, each counted as likely as it is. */
export function goesAlong(dialogue: Dialogue, likely: Likely): Measured {
  const own = placesOf(dialogue, 'prospect');
  const sum = (of: (segment: number) => number) => own.reduce((all, { segment }) => all + of(segment), 0);
  const along = sum(
    (segment) => likely(segment, 'agreement') + likely(segment, 'acceptance') + likely(segment, 'decision'),
  );
  const against = (segment: number) => likely(segment, 'objection');
  return {
    value: shareOf(along, sum(against)),
    evidence: own.filter(({ segment }) => against(segment) >= readAs),
  };
}

const shareOf = (some: number, others: number): number => (some + each) / (some + others + 2 * each);

/** The first clause of each segment of a side. */
function placesOf({ sentences }: Dialogue, side: Speaker): readonly Sentence[] {
  return sentences.filter(
    ({ speaker, segment, index }) => speaker === side && sentences[index - 1]?.segment !== segment,
  );
}
