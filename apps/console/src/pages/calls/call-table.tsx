import type { Resource } from '@ci/client/browser';
import { Badge, Loader, Table, Text } from '@mantine/core';
import type { HistoryState } from '@tanstack/react-router';
import { useListState } from '../../parts/back-link.tsx';
import { DateTime, Duration } from '../../parts/date-time.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { OutcomeBadge } from '../../parts/outcome-badge.tsx';
import { ScoreBadge } from '../../parts/score-badge.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './calls.module.css';
import type { People } from '../../parts/use-people.ts';

const words = texts.calls;
type Call = Resource<'Call'>;

/** One row for each call; where there is no room for columns, one card. */
export function CallTable({ calls, people }: { readonly calls: readonly Call[]; readonly people: People }) {
  const state = useListState('calls');
  return (
    <Table className={classes.table ?? ''} aria-label={words.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.columns.call}</Table.Th>
          <Table.Th>{words.columns.rep}</Table.Th>
          <Table.Th>{words.columns.when}</Table.Th>
          <Table.Th ta="right">{words.columns.duration}</Table.Th>
          <Table.Th>{words.columns.outcome}</Table.Th>
          <Table.Th>{words.columns.score}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} people={people} state={state} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface CallRowProps {
  readonly call: Call;
  readonly people: People;
  readonly state: HistoryState;
}

function CallRow({ call, people, state }: CallRowProps) {
  const prospect = people.prospectName(call.prospect_email) ?? words.noProspect;
  return (
    <Table.Tr className={classes.row ?? ''}>
      <Table.Td className={classes.call ?? ''}>
        <AnchorLink
          to="/calls/$callId"
          params={{ callId: call.id }}
          state={state}
          underline="never"
          c="inherit"
          className={classes.link ?? ''}
        >
          {call.title ?? prospect}
        </AnchorLink>
        {call.title !== null && (
          <Text size="sm" c="dimmed" truncate>
            {prospect}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.rep ?? ''}>{people.repName(call.rep_id)}</Table.Td>
      <Table.Td className={classes.when ?? ''}>
        <DateTime iso={call.created_at} />
      </Table.Td>
      <Table.Td className={classes.duration ?? ''} ta="right">
        <Duration seconds={call.duration_seconds} />
      </Table.Td>
      <Table.Td className={classes.outcome ?? ''}>
        <Outcome call={call} />
      </Table.Td>
      <Table.Td className={classes.score ?? ''}>
        <ScoreOrStatus call={call} />
      </Table.Td>
    </Table.Tr>
  );
}

/** How it ended, once that is known. */
function Outcome({ call: { analysis_status, coaching_score, outcome, outcome_source } }: { readonly call: Call }) {
  if (outcome_source === 'inferred' && coaching_score === null && analysis_status !== 'ready') return null;
  return <OutcomeBadge outcome={outcome} />;
}

/** A score; before there is one, why not. */
function ScoreOrStatus({ call: { analysis_status, coaching_score } }: { readonly call: Call }) {
  if (coaching_score !== null || analysis_status === 'ready') return <ScoreBadge score={coaching_score} />;
  if (analysis_status === 'failed') return <Badge color="red">{words.status.failed}</Badge>;
  return (
    <Badge color="gray" leftSection={<Loader size={10} color="gray" aria-hidden />}>
      {words.status.pending}
    </Badge>
  );
}
