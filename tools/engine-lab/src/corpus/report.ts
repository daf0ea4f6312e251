import { agreementOf } from './agreement.ts';
import type { CorpusCall } from './corpus-files.ts';

const minutesOf = ({ segments }: CorpusCall) => (segments.at(-1)?.end_ms ?? 0) / 60_000;
const writerOf = ({ id }: CorpusCall) => /^w\d+/.exec(id)?.[0] ?? id;

/** What the corpus holds, as tables. */
export function reportOf(calls: readonly CorpusCall[]): string {
  const segments = calls.reduce((sum, call) => sum + call.segments.length, 0);
  const long = calls.filter((call) => minutesOf(call) >= 20).length;
  const twice = calls.filter(({ annotations }) => annotations.length > 1).length;
  const annotations = calls.flatMap(({ annotations: [first] }) => first ?? []);
  const total = (list: 'actions' | 'objections' | 'decisions' | 'moments' | 'not') =>
    annotations.reduce((sum, one) => sum + one[list].length, 0);
  return [
    `${String(calls.length)} calls, ${String(segments)} segments, ${String(long)} of 20 minutes or longer, ${String(twice)} annotated twice`,
    `${String(new Set(calls.map(({ trade }) => trade)).size)} trades, ${String(new Set(calls.map(writerOf)).size)} writers, ${String(new Set(annotations.map(({ annotator }) => annotator)).size)} annotators`,
    `agreement of the two: ${agreementOf(calls)}`,
    `${String(total('actions'))} actions, ${String(total('objections'))} objections, ${String(total('decisions'))} decisions, ${String(total('moments'))} moments, ${String(total('not'))} near misses`,
    counted(
      'style',
      calls.map(({ style }) => style),
    ),
    counted(
      'outcome',
      annotations.map(({ outcome }) => outcome.value),
    ),
    counted(
      'phenomena',
      calls.flatMap(({ phenomena }) => phenomena),
    ),
    '',
  ].join('\n');
}

function counted(title: string, values: readonly string[]): string {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({ value, count: all.length }));
  const sorted = counts.sort((left, right) => right.count - left.count);
  return `${title}: ${sorted.map(({ value, count }) => `${value} ${String(count)}`).join(', ')}`;
}
