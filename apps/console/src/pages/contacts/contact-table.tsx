import type { Resource } from '@ci/client/browser';
import { Text } from '@mantine/core';
import { useListState } from '../../parts/back-link.tsx';
import { DateTime } from '../../parts/date-time.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Cell, RowHead, StackingTable } from '../../parts/stacking-table.tsx';
import { texts } from '../../texts/texts.ts';

const words = texts.contacts;
const { columns } = words;

/** Who they are, how often and when one talked to them. */
export function ContactTable({ contacts }: { readonly contacts: readonly Resource<'Contact'>[] }) {
  const state = useListState('contacts');
  return (
    <StackingTable columns={[columns.contact, columns.company, columns.calls, columns.lastCall]}>
      {contacts.map((contact) => (
        <tr key={contact.id}>
          <RowHead>
            <AnchorLink to="/contacts/$contactId" params={{ contactId: contact.id }} state={state} fw={550}>
              {contact.name ?? contact.email}
            </AnchorLink>
            {contact.name !== null && (
              <Text size="sm" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
                {contact.email}
              </Text>
            )}
          </RowHead>
          <Cell label={columns.company}>{contact.company ?? <Unknown />}</Cell>
          <Cell label={columns.calls}>{contact.call_count}</Cell>
          <Cell label={columns.lastCall}>
            {contact.last_call_at === null ? <Unknown /> : <DateTime iso={contact.last_call_at} />}
          </Cell>
        </tr>
      ))}
    </StackingTable>
  );
}

function Unknown() {
  return (
    <Text span size="sm" c="dimmed">
      {words.unknown}
    </Text>
  );
}
