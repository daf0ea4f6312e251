import { scorePoints } from './score-points.ts';

it('puts the scores of calls in the order of time and leaves out what has none', () => {
  const calls = [
    { created_at: '2026-11-20T10:00:00.000Z', coaching_score: 70 },
    { created_at: '2026-11-19T10:00:00.000Z', coaching_score: null },
    { created_at: '2026-11-01T10:00:00.000Z', coaching_score: 0 },
  ];
  expect(scorePoints(calls)).toEqual([
    { at: Date.UTC(2026, 10, 1, 10), score: 0 },
    { at: Date.UTC(2026, 10, 20, 10), score: 70 },
  ]);
});
