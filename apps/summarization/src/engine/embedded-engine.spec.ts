import { runs } from '@ci/testing/property-runs';
import fc from 'fast-check';

import { call, callOf, swapped } from './call.fixture.ts';
import { analysed, analysedWithoutCache } from '../../test/embedded-engine.ts';
import { readDialogue } from './dialogue.ts';
import { isFewLines } from './listing.ts';
import { NothingToAnalyse } from './summary-engine.ts';
import { otherSide } from './wording.ts';
import type { AnalysedSegment, AnalysisInput, AnalysisResult, Evidence } from './summary-engine.ts';

// Sentences that mean something to the rules, so that random calls get into every branch; and text that means nothing.
const talk = [
  "I'll send you the contract by Friday.",
  'can you send me 3 copies of the price list',
  'Sure, will do.',
  'No, thank you.',
  "That's $45,000 a year — too expensive for us.",
  'The price includes 12 months of support.',
  "Let's meet on Tuesday at 10.",
  'Tuesday at 10 works.',
  'If you sign, we’ll add 2 more.',
  "I'm ready to go ahead.",
  "We've decided to go with another supplier.",
  'Actually, scratch that.',
  'Our IT guy will email the form to Zoë on the 9th.',
  'What if it doesn’t work?',
  'Hm…',
];
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...talk), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 700 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
);
const segment: fc.Arbitrary<AnalysedSegment> = fc
  .tuple(fc.constantFrom('rep' as const, 'prospect' as const), fc.nat(7_200_000), fc.nat(60_000), text)
  .map(([speaker, start_ms, length, words]) => ({ speaker, start_ms, end_ms: start_ms + length, text: words }));
const segments = fc.array(segment, { maxLength: 25 });

async function resultOf(input: AnalysisInput, analyse = analysed): Promise<AnalysisResult | null> {
  return analyse(input).catch((error: unknown) => {
    if (error instanceof NothingToAnalyse) return null;
    throw error;
  });
}

const callsAtRandom = fc.sample(segments.map(callOf), runs(120));
let analysedCalls: readonly { readonly input: AnalysisInput; readonly result: AnalysisResult | null }[] = [];
// Once for all laws: the analysis costs more than any of them.
beforeAll(async () => {
  analysedCalls = await Promise.all(callsAtRandom.map(async (input) => ({ input, result: await resultOf(input) })));
}, 240_000);

const law = (holds: (result: AnalysisResult, input: AnalysisInput) => void) => () => {
  for (const { input, result } of analysedCalls) if (result !== null) heldOf(input, () => holds(result, input));
};

/** The failure shows the call. */
function heldOf(input: AnalysisInput, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`of the call ${JSON.stringify(input.segments)}`, { cause: error });
  }
}

const listsOf = ({ action_items, evidence }: AnalysisResult): readonly (readonly Evidence[])[] => [
  ...action_items.map((item) => item.evidence),
  ...evidence.overview,
  ...evidence.key_moments,
  ...evidence.objections,
  ...evidence.decisions,
  ...evidence.next_steps,
];

describe('for any call', () => {
  it(
    'every statement has evidence and every quote is literally in its segment',
    law((result, { segments: said }) => {
      expect(listsOf(result).every((list) => list.length > 0)).toBe(true);
      const isSaid = (one: Evidence) =>
        said.some(
          ({ start_ms, end_ms, text: words }) =>
            start_ms === one.start_ms && end_ms === one.end_ms && words.includes(one.quote),
        );
      const counted = result.coaching.criteria.map((one) => one.evidence);
      const quotes = [...listsOf(result), ...result.evidence.responses, ...counted].flat();
      expect(quotes.every((one) => one.quote !== '' && isSaid(one))).toBe(true);
    }),
  );
  it(
    'each entry has its list of evidence, a missing response an empty one',
    law(({ evidence, objections, decisions, next_steps, key_moments }) => {
      expect(evidence.objections.length).toBe(objections.length);
      expect(evidence.responses.map((list) => list.length === 0)).toEqual(
        objections.map((one) => one.response === null),
      );
      expect([evidence.decisions.length, evidence.next_steps.length]).toEqual([decisions.length, next_steps.length]);
      expect(evidence.key_moments.length).toBe(key_moments.length);
    }),
  );
  it(
    'the overview has two to four sentences, key moments are in order and at most eight, the score is an integer',
    law(({ overview, evidence, key_moments, coaching_score, coaching }) => {
      expect(overview.length).toBeGreaterThan(0);
      expect([2, 3, 4]).toContain(evidence.overview.length);
      const times = key_moments.map((one) => one.timestamp_ms);
      expect(times).toEqual([...times].sort((left, right) => left - right));
      expect(times.length).toBeLessThanOrEqual(8);
      expect(Number.isInteger(coaching_score) && coaching_score >= 0 && coaching_score <= 100).toBe(true);
      expect(coaching.criteria.reduce((sum, { points }) => sum + points, 0)).toBe(coaching_score);
    }),
  );
  it(
    'every number of a text was said or belongs to a resolved date',
    law((result, { segments: said }) => {
      const allowed = `${said.map((one) => one.text).join(' ')} ${result.action_items.map((item) => item.due_date ?? '').join(' ')}`;
      const texts = [
        result.overview,
        ...result.decisions,
        ...result.next_steps,
        ...result.action_items.map((item) => item.description),
      ];
      for (const number of texts.join(' ').match(/\d+/g) ?? []) expect(allowed).toContain(number);
    }),
  );
  it('the same input gives the same result', async () => {
    for (const { input, result } of analysedCalls.slice(0, runs(40))) {
      const again = await resultOf(input, analysedWithoutCache);
      heldOf(input, () => expect(again).toEqual(result));
    }
  });
  // Of longer calls the reader decides what matters, and it has learned who says what. Only the prospect can decline, and then no contract is sent.
  it('swapping the speakers of a few lines swaps the owners, unless one of them declines', async () => {
    for (const { input, result } of analysedCalls) {
      if (!isFewLines(await readDialogue(input.segments))) continue;
      const others = await resultOf(swapped(input));
      if (result?.outcome === 'lost' || others?.outcome === 'lost') continue;
      // Which of two promises of one segment comes first is open.
      const expected = ownersIn(result).map(otherSide).toSorted();
      heldOf(input, () => expect(ownersIn(others).toSorted()).toEqual(expected));
    }
  });
});

const ownersIn = (result: AnalysisResult | null) => (result?.action_items ?? []).map(({ owner }) => owner);

describe('nothing to analyse', () => {
  it.each([
    ['no segment', callOf([])],
    ['only white space', call('rep:   ', 'prospect: \n\t ')],
    ['only punctuation', call('rep: … !')],
  ])('%s', async (_, input) => expect(analysed(input)).rejects.toBeInstanceOf(NothingToAnalyse));
});
