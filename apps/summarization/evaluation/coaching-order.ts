import type { AnalysedSegment, AnalysisInput } from '../src/engine/summary-engine.ts';

/** A way to lead a call worse than it was led; the words of the prospect stay. */
interface Worsening {
  readonly name: string;
  /** null where the call has nothing that could be made worse in this way. */
  readonly worsen: (segments: readonly AnalysedSegment[]) => readonly AnalysedSegment[] | null;
}

const secondMs = 1_000;

/** Made by code for any call: the better one of a pair is the call as it was, the worse one differs in one respect. */
export const worsenings: readonly Worsening[] = [
  {
    name: 'no question is asked',
    worsen: (segments) =>
      changed(segments, (one) =>
        one.speaker === 'rep' && one.text.includes('?')
          ? { ...one, text: one.text.replaceAll(/[^.!?]*\?+/g, ' I see what you mean there.').trim() }
          : one,
      ),
  },
  {
    name: 'the rep talks for four minutes before the end',
    worsen: (segments) => {
      const last = segments.at(-1);
      if (last === undefined) return null;
      const start = last.start_ms;
      const pitch = {
        speaker: 'rep' as const,
        start_ms: start,
        end_ms: start + 240 * secondMs,
        text: Array.from({ length: 40 }, () => 'Let me say a word about our company and its long history.').join(' '),
      };
      return [...segments.slice(0, -1), pitch, later(last, 241 * secondMs)];
    },
  },
  {
    name: 'the call ends in the middle',
    worsen: (segments) => (segments.length < 8 ? null : segments.slice(0, Math.ceil(segments.length / 2))),
  },
  {
    name: 'the rep begins a second before the prospect has finished',
    worsen: (segments) => {
      let earlier = 0;
      return changed(segments, (one, before) => {
        if (before?.speaker === 'prospect' && one.speaker === 'rep')
          earlier = Math.max(0, one.start_ms - before.end_ms + secondMs);
        else if (one.speaker === 'prospect') earlier = 0;
        const room = one.start_ms - (before?.start_ms ?? 0) - 1;
        return earlier === 0 ? one : later(one, -Math.min(earlier, Math.max(0, room)));
      });
    },
  },
  {
    name: 'every sentence of the rep has a filler and a buzzword',
    worsen: (segments) =>
      changed(segments, (one) =>
        one.speaker === 'rep'
          ? { ...one, text: one.text.replaceAll(/([.?!])(\s|$)/g, ', you know, seamless, um$1$2') }
          : one,
      ),
  },
];

/** The scores of a call as it was, and led worse. */
export interface CoachingPair {
  readonly name: string;
  readonly better: number;
  readonly worse: number;
}

export async function coachingPairs(
  input: AnalysisInput,
  scoreOf: (input: AnalysisInput) => Promise<number>,
): Promise<readonly CoachingPair[]> {
  const better = await scoreOf(input);
  const pairs: CoachingPair[] = [];
  for (const { name, worsen } of worsenings) {
    const segments = worsen(input.segments);
    if (segments !== null) pairs.push({ name, better, worse: await scoreOf({ ...input, segments }) });
  }
  return pairs;
}

function changed(
  segments: readonly AnalysedSegment[],
  change: (one: AnalysedSegment, before: AnalysedSegment | undefined) => AnalysedSegment,
): readonly AnalysedSegment[] | null {
  const all = segments.map((one, index) => change(one, segments[index - 1]));
  const isOther = ({ text, start_ms }: AnalysedSegment, index: number) =>
    text !== segments[index]?.text || start_ms !== segments[index].start_ms;
  return all.some(isOther) ? all : null;
}

function later(one: AnalysedSegment, ms: number): AnalysedSegment {
  return { ...one, start_ms: one.start_ms + ms, end_ms: one.end_ms + ms };
}

/** Numbers alone, in one line. */
export function orderLine(pairs: readonly CoachingPair[]): string {
  const count = (holds: (pair: CoachingPair) => boolean) => pairs.filter(holds).length;
  const right = count(({ better, worse }) => worse < better);
  const equal = count(({ better, worse }) => worse === better);
  return `Coaching score of the same call led worse: lower in ${right} of ${pairs.length}, equal in ${equal}.`;
}
