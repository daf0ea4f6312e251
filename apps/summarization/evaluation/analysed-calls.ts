import type { SummaryEngine } from '../src/engine/summary-engine.ts';
import { asInput } from './annotated-call.ts';
import { validationCalls } from './corpus-calls.ts';
import { scoreCall } from './score-call.ts';
import type { CallScore } from './score-call.ts';
import { gradeSummary, readWeights } from './stand-in/grade-summary.ts';
import type { SummaryGrades } from './stand-in/grade-summary.ts';
import { canBeGraded } from './stand-in/summary-comparison.ts';
import { statedSummary } from './stand-in/summary-statements.ts';

/** What the engine finds and writes of these calls of the corpus. */
export async function analysedCalls(
  engine: SummaryEngine,
  ids: readonly string[],
): Promise<{ readonly scores: readonly CallScore[]; readonly grades: readonly SummaryGrades[] }> {
  const weights = readWeights();
  const scores: CallScore[] = [];
  const grades: SummaryGrades[] = [];
  for (const call of validationCalls().filter(({ id }) => ids.includes(id))) {
    const result = await engine.analyse(asInput(call));
    scores.push(scoreCall(call, result));
    if (canBeGraded(call)) grades.push(gradeSummary(call, statedSummary(result, call.segments), weights));
  }
  return { scores, grades };
}
