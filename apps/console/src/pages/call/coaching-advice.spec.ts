import { byPointsLost, compareWithTeam, exampleCalls, exampleOf, toTry, type Criterion } from './coaching-advice.ts';

const passage = { start_ms: 0, end_ms: 900, quote: 'Why?' };
const criterion = (id: string, points: number, max_points: number, evidence = [passage]): Criterion => ({
  id,
  label: id,
  points,
  max_points,
  value: 0,
  unit: 'ratio',
  target: { min: 1, max: null },
  evidence,
});
const scored = (id: string, coaching_score: number | null) => ({ id, coaching_score });

describe('what to try', () => {
  const criteria = [
    criterion('a', 3, 3),
    criterion('b', 0, 9),
    criterion('c', 4, 8),
    criterion('d', 3, 4),
    criterion('e', 2, 4),
  ];

  it('begins with what cost most points', () => {
    expect(byPointsLost(criteria).map(({ id }) => id)).toEqual(['b', 'c', 'e', 'd', 'a']);
  });

  it('is three things at most, and none that cost nothing', () => {
    expect(toTry(criteria).map(({ id }) => id)).toEqual(['b', 'c', 'e']);
    expect(toTry([criterion('a', 3, 3)])).toEqual([]);
  });
});

describe('a score against the team', () => {
  const call = scored('mine', 55);

  it.each([
    [[50, 60, 70], 'below', 5, 60],
    [[40, 50], 'above', 10, 45],
    [[57], 'same', 2, 57],
  ])('of scores %j is %s', (scores, verdict, difference, median) => {
    const calls = [call, scored('pending', null), ...scores.map((score, at) => scored(String(at), score))];
    expect(compareWithTeam(call, calls)).toEqual({ verdict, difference, median, calls: scores.length });
  });

  it('is nothing where there is no other call', () => {
    expect(compareWithTeam(call, [call, scored('pending', null)])).toBeNull();
  });
});

describe('an example', () => {
  const coached = (call_id: string, ...criteria: Criterion[]) => ({
    call_id,
    score: 80,
    formula: { name: 'coaching', version: '2.0.0' },
    criteria,
    not_judged: [],
    revision: 1,
  });

  it('is looked for in the best other calls', () => {
    const calls = [
      scored('mine', 90),
      scored('good', 80),
      scored('none', null),
      scored('best', 95),
      scored('weak', 20),
    ];
    expect(exampleCalls(scored('mine', 90), calls, 2).map(({ id }) => id)).toEqual(['best', 'good']);
  });

  it('is the call that did it best, with a passage of it', () => {
    const others = [
      coached('fair', criterion('depth', 5, 10)),
      coached('silent', criterion('depth', 10, 10, [])),
      coached('good', criterion('depth', 9, 10)),
      coached('best', criterion('depth', 10, 10)),
    ];
    expect(exampleOf(criterion('depth', 0, 9), others)?.callId).toBe('best');
    expect(exampleOf(criterion('depth', 0, 9), others.slice(0, 2))).toBeNull();
  });

  it('of something to avoid needs no passage', () => {
    expect(exampleOf(criterion('jargon', 0, 9), [coached('plain', criterion('jargon', 8, 8, []))])?.callId).toBe(
      'plain',
    );
  });
});
