import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadEngine } from '../src/analyse-call/load-engine.ts';
import type { AnalysisResult, SummaryEngine } from '../src/engine/summary-engine.ts';
import { analysedCalls } from './analysed-calls.ts';
import { asInput, callSets, minutesOf, readCalls } from './annotated-call.ts';
import type { AnnotatedCall, CallSet } from './annotated-call.ts';
import { coachingPairs, orderLine } from './coaching-order.ts';
import { spreadTable } from './coaching-spread.ts';
import type { GradedCall } from './coaching-spread.ts';
import type { CoachingPair } from './coaching-order.ts';
import { validationCalls } from './corpus-calls.ts';
import { figuresOf, floorsBelow, floorsFile, readFloors } from './floors.ts';
import { keywordBaseline } from './keyword-baseline.ts';
import { disturbedScores, robustnessTable } from './robustness.ts';
import { scoreCall } from './score-call.ts';
import type { CallScore } from './score-call.ts';
import { scoreTable } from './score-table.ts';
import { agreementTable } from './stand-in/agreement.ts';
import { calibrate, keptSamples, leaveOneCallOut } from './stand-in/calibration.ts';
import { gradeSummary, readWeights, weightsFile } from './stand-in/grade-summary.ts';
import type { SummaryGrades } from './stand-in/grade-summary.ts';
import { sheetOf } from './stand-in/graded-sheets.ts';
import { canBeGraded } from './stand-in/summary-comparison.ts';
import { statedSummary } from './stand-in/summary-statements.ts';
import { writtenTable } from './stand-in/written-figures.ts';

const help = `Scores a keyword baseline and the embedded engine on annotated calls and prints figures alone: what is found, and, on calls of
the corpus, how it is written.

npm run eval                         all sets
npm run eval -- --set development    one set: ${callSets.join(', ')}

npm run eval -- --disturb            the same calls recorded otherwise, and nothing else; with --set on one set

npm run eval -- --coaching           coaching scores of validation calls beside those of readers, by length, and of calls led worse

npm run eval -- --texts FILE         writes the engine's statements of validation calls as a sheet for readers (JSON lines)
                --calls ID,ID        of these calls; without it, of those that readers graded before
npm run eval -- --calibrate          fits the stand-in for readers to tools/engine-lab/grades, and prints its agreement with them
npm run eval -- --floors             sets the floors of floors.int.spec.ts just below what the engine reaches now
`;

type Analyse = (call: AnnotatedCall) => Promise<AnalysisResult>;

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    texts: { type: 'string' },
    calls: { type: 'string' },
    calibrate: { type: 'boolean' },
    floors: { type: 'boolean' },
    disturb: { type: 'boolean' },
    coaching: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const chosen = callSets.filter((set) => values.set === undefined || set === values.set);
if (values.help === true) process.stdout.write(help);
else if (chosen.length === 0) refuse(`There is no set ${String(values.set)}: choose one of ${callSets.join(', ')}.`);
else if (values.texts !== undefined) await writeSheet(values.texts, values.calls?.split(',') ?? readFloors().calls);
else if (values.calibrate === true) calibrateStandIn();
else if (values.floors === true) await setFloors();
else if (values.disturb === true) await disturbAll(await loadEngine(), chosen);
else if (values.coaching === true) await coachingFigures(await loadEngine());
else await evaluate(await loadEngine(), chosen);

function refuse(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 2;
}

async function evaluate(engine: SummaryEngine, sets: readonly CallSet[]): Promise<void> {
  const weights = readWeights();
  const engines: readonly (readonly [string, Analyse])[] = [
    ['keywords', (call) => Promise.resolve(keywordBaseline(asInput(call)))],
    [engine.name, (call) => engine.analyse(asInput(call))],
  ];
  for (const set of sets) {
    for (const [name, analyse] of engines) {
      const scores: CallScore[] = [];
      const grades: SummaryGrades[] = [];
      for (const call of readCalls(set)) {
        const result = await analyse(call);
        scores.push(scoreCall(call, result));
        if (canBeGraded(call)) grades.push(gradeSummary(call, statedSummary(result, call.segments), weights));
      }
      process.stdout.write(`${scoreTable(`${set}: ${name}`, scores)}\n\n`);
      if (grades.length > 0) process.stdout.write(`${writtenTable(grades)}\n\n`);
    }
    process.stdout.write(`${orderLine(await pairsOf(engine, readCalls(set)))}\n\n`);
    await disturb(engine, set);
  }
}

async function writeSheet(file: string, ids: readonly string[]): Promise<void> {
  const calls = validationCalls().filter(({ id }) => ids.includes(id));
  const unknown = ids.filter((id) => !calls.some((call) => call.id === id));
  if (unknown.length > 0) {
    refuse(`There is no validation call ${unknown.join(', ')}.`);
    return;
  }
  const engine = await loadEngine();
  const sheets: string[] = [];
  for (const call of calls) {
    const summary = statedSummary(await engine.analyse(asInput(call)), call.segments);
    sheets.push(sheetOf(call.id, engine.version, summary));
  }
  writeFileSync(file, sheets.join(''));
}

function calibrateStandIn(): void {
  const samples = keptSamples();
  writeFileSync(weightsFile, `${JSON.stringify(calibrate(samples), null, 2)}\n`);
  process.stdout.write(`${agreementTable(leaveOneCallOut(samples))}\n`);
}

async function setFloors(): Promise<void> {
  const { calls } = readFloors();
  const { scores, grades } = await analysedCalls(await loadEngine(), calls);
  const figures = figuresOf(scores, grades);
  writeFileSync(floorsFile, `${JSON.stringify({ calls, floors: floorsBelow(figures) }, null, 2)}\n`);
  process.stdout.write(`${writtenTable(grades)}\n\n${scoreTable('calls with floors', scores)}\n`);
}

async function disturbAll(engine: SummaryEngine, sets: readonly CallSet[]): Promise<void> {
  for (const set of sets) {
    process.stdout.write(`### ${set}, recorded otherwise\n\n`);
    await disturb(engine, set);
  }
}

async function disturb(engine: SummaryEngine, set: CallSet): Promise<void> {
  const all = await disturbedScores(readCalls(set), (input) => engine.analyse(input));
  process.stdout.write(`${robustnessTable(all)}\n\n`);
}

async function pairsOf(engine: SummaryEngine, calls: readonly AnnotatedCall[]): Promise<readonly CoachingPair[]> {
  const pairs: CoachingPair[] = [];
  for (const call of calls)
    pairs.push(...(await coachingPairs(asInput(call), async (input) => (await engine.analyse(input)).coaching_score)));
  return pairs;
}

async function coachingFigures(engine: SummaryEngine): Promise<void> {
  const graded: GradedCall[] = [];
  for (const call of validationCalls()) {
    if (typeof call.coaching !== 'number') continue;
    const { coaching_score: own } = await engine.analyse(asInput(call));
    graded.push({ minutes: minutesOf(call), reader: call.coaching, own });
  }
  process.stdout.write(`${spreadTable(graded)}\n\n`);
  for (const set of ['development', 'validation'] as const)
    process.stdout.write(`${set}: ${orderLine(await pairsOf(engine, readCalls(set)))}\n`);
}
