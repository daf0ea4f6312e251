import type { Resource } from '@ci/client/browser';
import { Box, Button, Center, Text, Title } from '@mantine/core';
import { IconPhoneOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Absent } from '../../parts/absent.tsx';
import { DateTime, Duration } from '../../parts/date-time.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { OutcomeBadge } from '../../parts/outcome-badge.tsx';
import { ScoreBadge } from '../../parts/score-badge.tsx';
import { Cell, RowHead, StackingTable } from '../../parts/stacking-table.tsx';
import { useRepNames } from '../../parts/use-people.ts';
import { Surface } from '../../parts/surface.tsx';
import { texts } from '../../texts/texts.ts';

const words = texts.contact.history;
const { columns } = words;
const step = 50;

/** The calls with a contact, newest first, and how each was scored. */
export function History({ calls }: { readonly calls: Resource<'ContactDetail'>['calls'] }) {
  const [shown, setShown] = useState(step);
  const hidden = calls.length - shown;
  return (
    <section aria-labelledby="history">
      <Title order={2} id="history" mb="xs">
        {words.title}
      </Title>
      <Surface p={0}>
        {calls.length === 0 && <EmptyState icon={IconPhoneOff} level={3} {...words.empty} />}
        {calls.length > 0 && <CallRows calls={calls.slice(0, shown)} />}
        {hidden > 0 && (
          <Center p="md">
            <Button variant="default" size="sm" onClick={() => setShown(shown + step)}>
              {words.more(Math.min(hidden, step))}
            </Button>
          </Center>
        )}
      </Surface>
    </section>
  );
}

function CallRows({ calls }: { readonly calls: Resource<'ContactDetail'>['calls'] }) {
  const repName = useRepNames(calls.flatMap(({ rep_id, ...call }) => (rep_id ? [{ ...call, rep_id }] : [])));
  return (
    <Box>
      <StackingTable columns={[columns.when, columns.rep, columns.duration, columns.outcome, columns.score]}>
        {calls.map((call) => (
          <tr key={call.id}>
            <RowHead>
              <AnchorLink to="/calls/$callId" params={{ callId: call.id }} fw={550}>
                <DateTime iso={call.created_at} />
              </AnchorLink>
            </RowHead>
            <Cell label={columns.rep}>
              <Rep name={call.rep_id ? repName(call.rep_id) : null} />
            </Cell>
            <Cell label={columns.duration}>
              <Duration seconds={call.duration_seconds} />
            </Cell>
            <Cell label={columns.outcome}>
              <OutcomeBadge outcome={call.outcome} />
            </Cell>
            <Cell label={columns.score}>
              <ScoreBadge score={call.coaching_score} />
            </Cell>
          </tr>
        ))}
      </StackingTable>
    </Box>
  );
}

/** Who had the call. It is not known of calls that were recorded before the history kept it. */
function Rep({ name }: { readonly name: string | null }) {
  if (name === null) return <Absent words={words.noRep} />;
  return (
    <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Text>
  );
}
