import { call } from './call.fixture.ts';
import { coachingScore, scoreTable } from './coaching-score.ts';
import { readDialogue } from './dialogue.ts';
import { analysed } from '../../test/embedded-engine.ts';

const scoreOf = async (...lines: readonly string[]) => (await analysed(call(...lines))).coaching_score;

it('the criteria add up to 100', () => {
  expect(Object.values(scoreTable).reduce((sum, criterion) => sum + criterion.points, 0)).toBe(100);
});

it('a balanced call with questions and a dated next step has all points', async () => {
  const score = await scoreOf(
    'rep: What do you use today?',
    'prospect: Two old ovens.',
    'rep: How old are they, and who repairs them?',
    'prospect: Ten years, and a local firm does it.',
    'rep: What does that cost you each year? How often do they stop?',
    'prospect: They stop every month.',
    "rep: I'll send you an offer on Friday.",
    'prospect: Good.',
  );
  expect(score).toBe(100);
});

it.each([
  [
    'listening beats talking all the time',
    ['rep: What do you need?', 'prospect: A van.'],
    ['rep: What do you need?', 'rep: We have vans.'],
  ],
  ['a question beats none', ['rep: What do you need?', 'prospect: A van.'], ['rep: You need a van.', 'prospect: Yes.']],
  [
    'an answered objection beats an ignored one',
    ['prospect: That is too expensive.', 'rep: The price covers five years of repairs.'],
    ['prospect: That is too expensive.', 'rep: Right.'],
  ],
  [
    'a dated next step beats an open one',
    ["rep: I'll send it on Friday.", 'prospect: Ok.'],
    ["rep: I'll send it soon.", 'prospect: Ok.'],
  ],
])('%s', async (_, better, worse) => expect(await scoreOf(...better)).toBeGreaterThan(await scoreOf(...worse)));

it('a monologue of four minutes costs its points', async () => {
  const turn = (end_ms: number) => [
    { speaker: 'rep' as const, start_ms: 0, end_ms, text: 'We make pumps.' },
    { speaker: 'prospect' as const, start_ms: end_ms, end_ms: end_ms * 2, text: 'I see.' },
  ];
  const short = coachingScore(await readDialogue(turn(60_000)), [], []);
  const long = coachingScore(await readDialogue(turn(240_000)), [], []);
  expect(short - long).toBe(scoreTable.longestMonologueMs.points);
});
