import type { Resource } from '@ci/client/browser';
import { Badge, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DateTime } from '../../parts/date-time.tsx';
import { texts } from '../../texts/en.ts';
import { ActionItems } from './action-items.tsx';
import { AnalysisState } from './analysis-state.tsx';
import { summaryQuery, type CallDetail } from './call.query.ts';
import { StatementList, StatementText } from './statement.tsx';
import { objectionsOf, overviewOf, pair, type AnsweredObjection } from './statements.ts';
import { Part } from './summary-part.tsx';
import classes from './summary.module.css';

const words = texts.call.summary;
type CallSummary = Resource<'CallSummary'>;

/** What was found in a call, each statement with where the call says it. */
export function Summary({ call }: { readonly call: CallDetail }) {
  const query = useQuery(summaryQuery(call));
  return (
    <AnalysisState call={call} query={query}>
      {(summary) => (
        <Stack gap="lg" className={classes.summary ?? ''}>
          <Part title={words.overview}>
            <Stack gap="xs">
              {overviewOf(summary).map((statement, at) => (
                <div key={at}>
                  <StatementText statement={statement} />
                </div>
              ))}
            </Stack>
          </Part>
          <ActionItems call={call} />
          <Part title={words.objections}>
            <Objections objections={objectionsOf(summary)} />
          </Part>
          <Part title={words.decisions}>
            <StatementList
              statements={pair(summary.decisions, summary.evidence.decisions)}
              none={words.none.decisions}
            />
          </Part>
          <Part title={words.nextSteps}>
            <StatementList
              statements={pair(summary.next_steps, summary.evidence.next_steps)}
              none={words.none.nextSteps}
            />
          </Part>
          <Part title={words.moments}>
            <StatementList statements={momentsOf(summary)} none={words.none.moments} />
          </Part>
          <Foot summary={summary} />
        </Stack>
      )}
    </AnalysisState>
  );
}

function Objections({ objections }: { readonly objections: readonly AnsweredObjection[] }) {
  if (objections.length === 0) return <Text c="dimmed">{words.none.objections}</Text>;
  return (
    <ul className={classes.objections}>
      {objections.map(({ objection, response }, at) => (
        <li key={at}>
          <StatementText statement={objection} />
          <div className={classes.response}>
            {response === null ? (
              <Badge className={classes.unanswered ?? ''}>{words.unanswered}</Badge>
            ) : (
              <>
                <b>{words.response}: </b>
                <StatementText statement={response} />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Foot({ summary: { revision, engine, generated_at } }: { readonly summary: CallSummary }) {
  const fellBack = engine.fallback_reason !== undefined && engine.fallback_reason !== null;
  return (
    <Text size="xs" c="dimmed">
      {words.foot(revision, `${engine.name} ${engine.version}`)}, <DateTime iso={generated_at} />
      {fellBack && ` · ${words.fallback}`}
    </Text>
  );
}

function momentsOf({ key_moments, evidence }: CallSummary) {
  return pair(
    key_moments.map(({ description }) => description),
    evidence.key_moments,
  );
}
