import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../parts/links.tsx';
import { texts } from '../../texts/texts.ts';
import type { CallDetail } from './call.query.ts';
import {
  exampleOf,
  isAvoided,
  lostBy,
  tellingPassage,
  type CallCoaching,
  type Criterion,
  type Example,
} from './coaching-advice.ts';
import classes from './coaching.module.css';
import { EvidenceMarker } from './evidence-marker.tsx';
import { measuredInWords, targetInWords } from './measures.ts';
import { Part } from './summary-part.tsx';
import { useExamples } from './use-team.ts';

const words = texts.coaching;

interface ToTryProps {
  readonly call: CallDetail;
  /** What matters first. */
  readonly criteria: readonly Criterion[];
}

/** What to do otherwise on the next call, each with where this call shows it and with a call that does it well. */
export function ToTry({ call, criteria }: ToTryProps) {
  const { coachings, names, isRead } = useExamples(call);
  return (
    <Part title={words.try.title}>
      {criteria.length === 0 ? (
        <Text c="dimmed">{words.try.nothing}</Text>
      ) : (
        <ol className={classes.tries}>
          {criteria.map((criterion) => (
            <li key={criterion.id} className={classes.try}>
              <Try criterion={criterion}>
                {isRead && <DoneWell criterion={criterion} others={coachings} names={names} />}
              </Try>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

function Try({ criterion, children }: { readonly criterion: Criterion; readonly children: ReactNode }) {
  const { id, label, evidence } = criterion;
  const [passage] = evidence;
  const target = targetInWords(criterion);
  const measured = measuredInWords(criterion);
  return (
    <>
      <Text fw={600}>{words.advice[id] ?? label}</Text>
      <Text size="xs" c="dimmed">
        {label} · {words.try.lost(lostBy(criterion))} ·{' '}
        {target === null ? measured : words.try.measured(measured, target)}
      </Text>
      <dl className={classes.shown}>
        <div>
          <dt>{words.try.here}</dt>
          <dd>
            {passage === undefined ? (
              <Text span c="dimmed" size="sm">
                {isAvoided(criterion) ? measured : words.try.nothingCounted}
              </Text>
            ) : (
              <>
                <q>{passage.quote}</q> <EvidenceMarker evidence={evidence} />
              </>
            )}
          </dd>
        </div>
        {children}
      </dl>
    </>
  );
}

interface DoneWellProps {
  readonly criterion: Criterion;
  readonly others: readonly CallCoaching[];
  /** What the calls are called, by their id. */
  readonly names: ReadonlyMap<string, string>;
}

function DoneWell({ criterion, others, names }: DoneWellProps) {
  const example = exampleOf(criterion, others);
  return (
    <div>
      <dt>{words.try.example}</dt>
      <dd>
        {example === null ? (
          <Text span c="dimmed" size="sm">
            {words.try.noExample}
          </Text>
        ) : (
          <ExampleText example={example} name={names.get(example.callId) ?? example.callId} />
        )}
      </dd>
    </div>
  );
}

function ExampleText({ example: { callId, criterion }, name }: { readonly example: Example; readonly name: string }) {
  const passage = isAvoided(criterion) ? undefined : tellingPassage(criterion);
  return (
    <>
      {passage === undefined ? measuredInWords(criterion) : <q>{passage.quote}</q>}{' '}
      <AnchorLink
        to="/calls/$callId"
        params={{ callId }}
        search={{ pane: 'coaching', ...(passage && { at: passage.start_ms }) }}
        size="sm"
      >
        {words.try.exampleIn(name)}
      </AnchorLink>
    </>
  );
}
