import { useQuery } from '@tanstack/react-query';
import { formatDuration } from '../../formats/durations.ts';
import { formatDate, formatInstant } from '../../formats/instants.ts';
import { useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import { nameOf } from './call-name.ts';
import type { CallReport, ReportWords } from './call-report.ts';
import { actionItemsQuery, summaryQuery, type CallDetail } from './call.query.ts';
import { momentsOf, objectionsOf, overviewOf, pair, stepsWithoutItem } from './statements.ts';
import { speakerNames } from './transcript-line.tsx';

const { summary: summaryWords, whatToDo, panes, speakers, by } = texts.call;

export const reportWords: ReportWords = {
  whatToDo: whatToDo.title,
  overview: summaryWords.overview,
  objections: summaryWords.objections,
  decisions: summaryWords.decisions,
  moments: summaryWords.moments,
  transcript: panes.transcript,
  response: summaryWords.response,
  unanswered: summaryWords.unanswered,
  item: ({ owner, description, due_date }) =>
    `${speakers[owner]}: ${description}${due_date === null ? '' : ` (${whatToDo.due} ${formatDate(due_date)})`}`,
};

/** A call as the user copies or prints it. Its findings are those on the page, which are read once for both. */
export function useCallReport(call: CallDetail): CallReport {
  const { timezone } = useSession().workspace;
  const { data: summary } = useQuery(summaryQuery(call));
  const { data: items } = useQuery(actionItemsQuery(call));
  const facts = [
    formatInstant(call.created_at, timezone),
    formatDuration(call.duration_seconds),
    by(call.rep.name ?? call.rep_id),
    ...(summary === undefined ? [] : [texts.outcomes[call.outcome], `${texts.shared.score} ${summary.coaching_score}`]),
  ];
  return {
    title: nameOf(call),
    facts: facts.join(' · '),
    findings:
      summary === undefined || items === undefined
        ? null
        : {
            items: items.data,
            steps: stepsWithoutItem(pair(summary.next_steps, summary.evidence.next_steps), items.data),
            overview: overviewOf(summary),
            objections: objectionsOf(summary),
            decisions: pair(summary.decisions, summary.evidence.decisions),
            moments: momentsOf(summary),
          },
    transcript: call.transcript,
    names: speakerNames(call),
  };
}
