import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { criteria, formula, type CriterionDefinition } from './formula.ts';
import { endShare, fewestWords, fewestWordsDrawn, shortestCallMs, startShare, worthOfStep } from './measures.ts';
import { longestBreathMs, mostWordsOfBackchannel, shortestOverlapMs } from './turn-taking.ts';
import { thresholds } from '../moves.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../../docs/metrics.md'), 'utf8');
const plain = document.replace(/\s+/g, ' ');

const rows = document
  .split('\n')
  .filter((line) => /^\| `\w+` +\| [^`]+ \| `\w+` +\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .map(([, id, , unit, points, full, none]) => ({ id, unit, points, full, none }));

function inWords({ id, unit, weight, target: { min, max }, none }: CriterionDefinition) {
  const ends = [none.atMost, none.atLeast].filter((end) => end !== null);
  const full = min === null ? `up to ${String(max)}` : max === null ? `from ${min}` : `${min} to ${max}`;
  const nothing = none.atMost === null ? `from ${String(none.atLeast)}` : ends.join(' and ');
  return { id, unit, points: String(weight), full, none: nothing };
}

it('the table of docs/metrics.md is the formula', () => {
  expect(rows).toEqual(Object.values<CriterionDefinition>(criteria).map(inWords));
  expect(plain).toContain(`Formula: \`${formula.name}\`, version \`${formula.version}\``);
});

it.each([
  `segments of one side with ${longestBreathMs} ms or less between them`,
  `speech without a gap of at most ${mostWordsOfBackchannel} words`,
  `starts ${shortestOverlapMs} ms or more before`,
  `the first ${100 * startShare} % of the words`,
  `the last ${100 * endShare} % of the words`,
  `an answer of ${fewestWordsDrawn} words or more`,
  `fewer than ${fewestWords.speech} words counts as ${fewestWords.speech}`,
  `${worthOfStep.any}, with a date ${worthOfStep.dated} more, in the second half ${worthOfStep.late} more`,
  `the \`pitch\` head, ${String(thresholds.pitch).slice(1)} or more`,
])('its text has “%s”', (words) => expect(plain).toContain(words));

it('its shortest calls are those that are counted with', () => {
  expect(shortestCallMs).toEqual({ questions: 5 * 60_000, interruptions: 10 * 60_000 });
});
