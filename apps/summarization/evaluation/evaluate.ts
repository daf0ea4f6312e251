import { loadEngine } from '../src/analyse-call/load-engine.ts';
import type { AnalysisResult } from '../src/engine/summary-engine.ts';
import { asInput, readCalls } from './annotated-call.ts';
import type { AnnotatedCall, CallSet } from './annotated-call.ts';
import { coachingPairs, orderLine } from './coaching-order.ts';
import type { CoachingPair } from './coaching-order.ts';
import { keywordBaseline } from './keyword-baseline.ts';
import { scoreCall } from './score-call.ts';
import type { CallScore } from './score-call.ts';
import { scoreTable } from './score-table.ts';

type Analyse = (call: AnnotatedCall) => Promise<AnalysisResult>;

const engine = await loadEngine();
const engines: readonly (readonly [string, Analyse])[] = [
  ['keywords', (call) => Promise.resolve(keywordBaseline(asInput(call)))],
  [engine.name, (call) => engine.analyse(asInput(call))],
];

for (const set of ['development', 'held-out'] as const satisfies readonly CallSet[]) {
  for (const [name, analyse] of engines) {
    const scores: CallScore[] = [];
    for (const call of readCalls(set)) scores.push(scoreCall(call, await analyse(call)));
    process.stdout.write(`${scoreTable(`${set}: ${name}`, scores)}\n\n`);
  }
  const pairs: CoachingPair[] = [];
  for (const call of readCalls(set))
    pairs.push(...(await coachingPairs(asInput(call), async (input) => (await engine.analyse(input)).coaching_score)));
  process.stdout.write(`${orderLine(pairs)}\n\n`);
}
