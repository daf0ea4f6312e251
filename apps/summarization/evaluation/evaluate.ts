import { parseArgs } from 'node:util';
import { loadEngine } from '../src/analyse-call/load-engine.ts';
import type { AnalysisResult, SummaryEngine } from '../src/engine/summary-engine.ts';
import { asInput, callSets, readCalls } from './annotated-call.ts';
import type { AnnotatedCall, CallSet } from './annotated-call.ts';
import { coachingPairs, orderLine } from './coaching-order.ts';
import type { CoachingPair } from './coaching-order.ts';
import { keywordBaseline } from './keyword-baseline.ts';
import { disturbances, robustnessTable } from './robustness.ts';
import type { DisturbedScores } from './robustness.ts';
import { scoreCall } from './score-call.ts';
import type { CallScore } from './score-call.ts';
import { scoreTable } from './score-table.ts';

const help = `Scores a keyword baseline and the embedded engine on annotated calls and prints figures alone.

npm run eval                         all sets
npm run eval -- --set development    one set: ${callSets.join(', ')}
`;

type Analyse = (call: AnnotatedCall) => Promise<AnalysisResult>;

const { values } = parseArgs({ options: { set: { type: 'string' }, help: { type: 'boolean' } } });
const chosen = callSets.filter((set) => values.set === undefined || set === values.set);
if (values.help === true) process.stdout.write(help);
else if (chosen.length === 0) {
  process.stderr.write(`There is no set ${String(values.set)}: choose one of ${callSets.join(', ')}.\n`);
  process.exitCode = 2;
} else await evaluate(await loadEngine(), chosen);

async function evaluate(engine: SummaryEngine, sets: readonly CallSet[]): Promise<void> {
  const engines: readonly (readonly [string, Analyse])[] = [
    ['keywords', (call) => Promise.resolve(keywordBaseline(asInput(call)))],
    [engine.name, (call) => engine.analyse(asInput(call))],
  ];
  for (const set of sets) {
    for (const [name, analyse] of engines) {
      const scores: CallScore[] = [];
      for (const call of readCalls(set)) scores.push(scoreCall(call, await analyse(call)));
      process.stdout.write(`${scoreTable(`${set}: ${name}`, scores)}\n\n`);
    }
    const pairs: CoachingPair[] = [];
    for (const call of readCalls(set))
      pairs.push(
        ...(await coachingPairs(asInput(call), async (input) => (await engine.analyse(input)).coaching_score)),
      );
    process.stdout.write(`${orderLine(pairs)}\n\n`);
    process.stdout.write(`${robustnessTable(await disturbedScores(engine, readCalls(set)))}\n\n`);
  }
}

async function disturbedScores(engine: SummaryEngine, calls: readonly AnnotatedCall[]): Promise<DisturbedScores[]> {
  const all: DisturbedScores[] = [];
  for (const { name, keepsSides, disturb } of disturbances) {
    const scores: CallScore[] = [];
    for (const call of calls.map(disturb)) scores.push(scoreCall(call, await engine.analyse(asInput(call))));
    all.push({ name, keepsSides, scores });
  }
  return all;
}
