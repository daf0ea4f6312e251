import { searchTranscript } from './transcript-search.ts';
import type { Segment } from './transcript.ts';

const segments: readonly Segment[] = ['The price is too high.', 'Which Price?', 'It is (a bit) less. İs it?'].map(
  (text, at) => ({ speaker: 'rep', start_ms: at * 1_000, end_ms: at * 1_000 + 900, text }),
);

it.each([
  ['price', [0, 1], ['price', 'Price']],
  ['  PRICE  is ', [0], ['price is']],
  ['(a bit)', [2], ['(a bit)']],
  ['high.', [0], ['high.']],
  ['discount', [], []],
  ['   ', [], []],
])('%j', (query, indexes, found) => {
  const hits = searchTranscript(segments, query);
  expect(hits.map(({ index }) => index)).toEqual(indexes);
  expect(hits.map(({ text }) => text)).toEqual(found);
});
