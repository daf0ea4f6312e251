import { asInput, readCalls } from './annotated-call.ts';
import { coachingPairs, orderLine, worsenings } from './coaching-order.ts';

const calls = readCalls('development').map(asInput);

it.each(worsenings.map((one) => [one.name, one] as const))(
  '%s: times stay in order, and most calls allow it',
  (_, one) => {
    const worsened = calls.map(({ segments }) => one.worsen(segments)).filter((segments) => segments !== null);
    expect(worsened.length).toBeGreaterThan(calls.length / 2);
    expect(worsened.flat().every(({ start_ms, end_ms }) => start_ms >= 0 && end_ms >= start_ms)).toBe(true);
    for (const segments of worsened)
      expect(segments.map(({ start_ms }) => start_ms)).toEqual(
        segments.map(({ start_ms }) => start_ms).toSorted((left, right) => left - right),
      );
  },
);

it('the prospect says nothing else', async () => {
  for (const call of calls) {
    const said = new Set(call.segments.flatMap(({ speaker, text }) => (speaker === 'prospect' ? [text] : [])));
    await coachingPairs(call, ({ segments }) => {
      expect(segments.every(({ speaker, text }) => speaker === 'rep' || said.has(text))).toBe(true);
      return Promise.resolve(0);
    });
  }
});

it('counts lower, equal and other scores', () => {
  const pair = (better: number, worse: number) => ({ name: 'any', better, worse });
  expect(orderLine([pair(5, 4), pair(5, 5), pair(5, 6)])).toContain('lower in 1 of 3, equal in 1.');
});
