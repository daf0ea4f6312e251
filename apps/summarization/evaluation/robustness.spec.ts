import { callOf } from '../src/engine/call.fixture.ts';
import { NothingToAnalyse } from '../src/engine/summary-engine.ts';
import type { AnalysedSegment } from '../src/engine/summary-engine.ts';
import { readCalls } from './annotated-call.ts';
import type { AnnotatedCall } from './annotated-call.ts';
import { disturbances } from './disturbances.ts';
import { disturbedScores, falsePromises, robustnessTable } from './robustness.ts';

const [call] = readCalls('development');
const disturbed = (name: string, of: AnnotatedCall = call!) =>
  disturbances.find((one) => one.name === name)!.disturb(of, 0)!;
const textAt = ({ segments }: AnnotatedCall, places: readonly number[]) => places.map((one) => segments[one]?.text);

it('in every disturbance segments stay in their order', () => {
  for (const { disturb } of disturbances) {
    const starts = (disturb(call!, 3)?.segments ?? []).map(({ start_ms }) => start_ms);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  }
});

it.each(['colleagues who talk among themselves', 'orders to the note taker', 'the first half is missing'])(
  '%s: what is annotated still stands at its words',
  (name) => {
    const changed = disturbed(name);
    const before = call!.annotations.action_items.map(({ segments }) => textAt(call!, segments));
    const after = changed.annotations.action_items.map(({ segments }) => textAt(changed, segments));
    expect(after.length).toBeGreaterThan(0);
    for (const texts of after)
      expect(before.some((all) => texts.every((text) => text !== undefined && all.includes(text)))).toBe(true);
    expect(changed.segments).not.toHaveLength(call!.segments.length);
  },
);

it('what has lost a part of its evidence need not be found', () => {
  const half = Math.ceil(call!.segments.length / 2);
  const [item] = call!.annotations.action_items;
  const across = { ...item!, segments: [half - 1, half] };
  const annotations = { ...call!.annotations, action_items: [across] };
  for (const name of ['the first half is missing', 'the second half is missing'])
    expect(disturbed(name, { ...call!, annotations }).annotations.action_items).toMatchObject([{ optional: true }]);
});

it('without punctuation the words, numbers and addresses are the same', () => {
  const text = 'Right, "the" 3.5 % – by 9:30, to ann@acme.example? It’s fine…';
  const segment = { ...call!.segments[0]!, text };
  expect(disturbed('lower case, no punctuation', { ...call!, segments: [segment] }).segments[0]!.text).toBe(
    'right the 3.5 % by 9:30 to ann@acme.example it’s fine',
  );
});

it('turns overlap, and none begins before the one before it has begun', () => {
  const { segments } = disturbed('each turn begins before the last has ended');
  const overlapping = segments.filter((one, index) => index > 0 && one.start_ms < segments[index - 1]!.end_ms);
  expect(overlapping.length).toBeGreaterThan(segments.length / 2);
});

it('with the speakers swapped the owners are, too; with turns on the wrong side they are not', () => {
  const { annotations, segments, rep } = disturbed('speakers swapped');
  expect(rep.name).toBe(call!.prospect.name);
  expect(segments[0]!.speaker).not.toBe(call!.segments[0]!.speaker);
  expect(annotations.action_items[0]!.owner).not.toBe(call!.annotations.action_items[0]!.owner);
  const guessed = disturbed('every sixth turn on the wrong side');
  const wrong = guessed.segments.filter(({ speaker }, index) => speaker !== call!.segments[index]!.speaker);
  expect(wrong).toHaveLength(Math.floor(call!.segments.length / 6));
  expect(guessed.annotations).toEqual(call!.annotations);
});

it('of calls with three to five people there are some among those of the corpus', () => {
  const { disturb } = disturbances.find(({ name }) => name === 'three to five people, as it is')!;
  const [all, some] = [readCalls('corpus'), readCalls('corpus').filter((one) => disturb(one, 0) !== null)];
  expect(some.length).toBeGreaterThan(3);
  expect(some.length).toBeLessThan(all.length);
});

it('where nothing is said in English nothing is to be found, and where it is said by halves the rest may be', () => {
  expect(disturbed('in another language').annotations.action_items).toEqual([]);
  const half = disturbed('the second half in another language');
  expect(half.segments).toHaveLength(call!.segments.length);
  expect(half.annotations.key_moments.every((one) => one < half.segments.length / 2)).toBe(true);
});

it('a promise that nobody annotated is a false one, also of a call that is told as sold', async () => {
  const { segments } = callOf([said('rep', 'Hello.', 0), said('prospect', 'Hello.', 1_000)]);
  const empty = { ...call!, segments, annotations: { ...call!.annotations, action_items: [], decisions: [] } };
  const [asItIs] = await disturbedScores([{ ...empty, annotations: { ...empty.annotations, outcome: 'lost' } }], () =>
    Promise.resolve({
      overview: '',
      key_moments: [],
      objections: [],
      decisions: [],
      next_steps: [],
      coaching_score: 0,
      coaching: { formula: { name: '', version: '' }, criteria: [], not_judged: [] },
      outcome: 'won',
      action_items: [
        {
          description: 'Send the offer',
          owner: 'rep',
          due_date: null,
          evidence: [{ start_ms: 0, end_ms: 900, quote: 'Hello.' }],
        },
      ],
      evidence: { overview: [], key_moments: [], objections: [], responses: [], decisions: [], next_steps: [] },
    }),
  );
  expect(falsePromises(asItIs!.scores)).toEqual({ false: 1, listed: 1 });
  expect(asItIs!.soldWrongly).toBe(1);
  expect(robustnessTable([asItIs!])).toContain('| 1 of 1 | 1 |');
});

it('a call in which nothing was said has no summary that could be wrong', async () => {
  const all = await disturbedScores([call!], () => Promise.reject(new NothingToAnalyse()));
  expect(all.every(({ scores }) => falsePromises(scores).listed === 0)).toBe(true);
});

function said(speaker: AnalysedSegment['speaker'], text: string, start_ms: number): AnalysedSegment {
  return { speaker, start_ms, end_ms: start_ms + 900, text };
}
