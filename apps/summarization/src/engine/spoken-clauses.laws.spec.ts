import { countingSteps } from '../../test/regexp-steps.ts';
import { withoutInsideTalk } from './inside-talk.ts';
import { languagesOf } from './language.ts';
import { spokenClauses } from './spoken-clauses.ts';
import type { AnalysedSegment } from './summary-engine.ts';

// A clause of a dialogue has 400 characters at most.
const shapes = [
  'I think that ',
  'and we, um, we, ',
  "it's the, the, the ",
  'so if you when because ',
  'what which who how ',
  'Mr. Smith – no – ',
  'well, you know, I mean, ',
  'the price is the price is ',
  '... ',
  'aaaa',
];
const long = (shape: string, characters: number) =>
  shape.repeat(Math.ceil(characters / shape.length)).slice(0, characters);
const steps = async (work: () => unknown) => (await countingSteps(work)).steps;

it.each(shapes)('the work on spoken words grows with them, not faster: “%s”', async (shape) => {
  const of = (characters: number) => steps(() => spokenClauses(long(shape, characters), false));
  const [short, four] = [await of(100), await of(400)];
  expect(four).toBeLessThan(4 * 1.6 * short + 2_000);
});

it('and so does that on the languages of a call and on what colleagues say among themselves', async () => {
  const call = (count: number): readonly AnalysedSegment[] =>
    Array.from({ length: count }, (_, index) => ({
      speaker: index % 3 === 0 ? 'rep' : 'prospect',
      start_ms: index,
      end_ms: index,
      text: `${long(shapes[index % shapes.length] ?? '', 900)} can you send it? Sure, I'll send it to you ${String(index)}`,
    }));
  for (const work of [languagesOf, withoutInsideTalk]) {
    const [short, four] = [await steps(() => work(call(20))), await steps(() => work(call(80)))];
    expect(four).toBeLessThan(4 * 1.1 * short);
  }
});
