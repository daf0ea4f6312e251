import type { Resource } from '@ci/client/browser';
import { sortedCalls } from './sort-calls.ts';

const call = (id: string, coaching_score: number | null, duration_seconds: number) =>
  ({ id, coaching_score, duration_seconds }) as Resource<'Call'>;
const calls = [call('new', 50, 10), call('pending', null, 90), call('old', 80, 30)];

it.each([
  [undefined, ['new', 'pending', 'old']],
  ['oldest', ['old', 'pending', 'new']],
  ['score_high', ['old', 'new', 'pending']],
  ['score_low', ['new', 'old', 'pending']],
  ['longest', ['pending', 'old', 'new']],
] as const)('calls sorted by %s', (by, ids) => {
  expect(sortedCalls(calls, by).map(({ id }) => id)).toEqual(ids);
});
