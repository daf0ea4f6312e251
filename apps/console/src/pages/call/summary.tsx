import type { Resource } from '@ci/client/browser';
import { Badge, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DateTime } from '../../parts/date-time.tsx';
import { texts } from '../../texts/texts.ts';
import { AnalysisState } from './analysis-state.tsx';
import { summaryQuery, type CallDetail } from './call.query.ts';
import { StatementList, StatementText } from './statement.tsx';
import { momentsOf, objectionsOf, overviewOf, pair, type AnsweredObjection } from './statements.ts';
import { Part } from './summary-part.tsx';
import classes from './summary.module.css';
import { WhatToDo } from './what-to-do.tsx';

const words = texts.call.summary;
type CallSummary = Resource<'CallSummary'>;

/** What to do after the call, then what was found in it. */
export function Summary({ call }: { readonly call: CallDetail }) {
  const query = useQuery(summaryQuery(call));
  return (
    <AnalysisState call={call} query={query}>
      {(summary) => (
        <Stack gap="xl" className={classes.summary ?? ''}>
          <WhatToDo call={call} nextSteps={pair(summary.next_steps, summary.evidence.next_steps)} />
          <Part title={words.overview}>
            <div>
              {overviewOf(summary).map((statement, at) => (
                <span key={at}>
                  <StatementText statement={statement} />{' '}
                </span>
              ))}
            </div>
          </Part>
          <Part title={words.objections}>
            <Objections objections={objectionsOf(summary)} />
          </Part>
          <Part title={words.decisions}>
            <StatementList
              statements={pair(summary.decisions, summary.evidence.decisions)}
              none={words.none.decisions}
            />
          </Part>
          <Part title={words.moments}>
            <StatementList numbered statements={momentsOf(summary)} none={words.none.moments} />
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
          <div className={classes.objection}>
            <StatementText statement={objection} />
          </div>
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
