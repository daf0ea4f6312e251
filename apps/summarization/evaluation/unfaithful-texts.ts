import type { AnalysisResult, Evidence } from '../src/engine/summary-engine.ts';

/**
 * Texts of a summary with a number that neither their evidence nor a resolved date of the call has. Written apart from the
 * check of the engine, so that a hole there does not hide here.
 */
export function unfaithfulTexts(result: AnalysisResult): readonly string[] {
  const { evidence } = result;
  // "2026-10-04" is "October 4, 2026", too.
  const dates = result.action_items
    .flatMap((item) => item.due_date?.match(/\d+/g) ?? [])
    .flatMap((one) => [one, String(Number(one))]);
  const check = (text: string | null, quotes: readonly Evidence[]): readonly string[] => {
    const said = numbersIn(quotes.map((one) => one.quote).join(' '));
    const allowed = new Set([...said, ...dates]);
    return text !== null && !numbersIn(text).every((number) => allowed.has(number)) ? [text] : [];
  };
  return [
    ...check(result.overview, evidence.overview.flat()),
    ...result.key_moments.flatMap((one, index) => check(one.description, evidence.key_moments[index] ?? [])),
    ...result.objections.flatMap((one, index) => [
      ...check(one.objection, evidence.objections[index] ?? []),
      ...check(one.response, evidence.responses[index] ?? []),
    ]),
    ...result.decisions.flatMap((text, index) => check(text, evidence.decisions[index] ?? [])),
    ...result.next_steps.flatMap((text, index) => check(text, evidence.next_steps[index] ?? [])),
    ...result.action_items.flatMap((item) => check(item.description, item.evidence)),
  ];
}

const numbersIn = (text: string): readonly string[] => text.match(/\d+/g) ?? [];
