import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { eventTypesQuery } from '../../../api/webhooks.ts';
import { AnchorLink } from '../../../parts/links.tsx';
import { QueryState } from '../../../parts/query-state.tsx';
import { Section } from '../../../parts/section.tsx';
import { TextSkeleton } from '../../../parts/skeletons.tsx';
import { Cell, RowHead, StackingTable } from '../../../parts/stacking-table.tsx';
import { texts } from '../../../texts/texts.ts';

const { events, addresses } = texts.settings.api;

/** What webhooks deliver. Only owners may read it. */
export function EventTypes() {
  const query = useQuery(eventTypesQuery);
  return (
    <Section title={events.title} hint={events.hint}>
      <QueryState query={query} skeleton={<TextSkeleton lines={4} />}>
        {(types) => (
          <StackingTable columns={[events.columns.type, events.columns.when]}>
            {types.map(({ type, description }) => (
              <tr key={type}>
                <RowHead>{type}</RowHead>
                <Cell label={events.columns.when}>{description}</Cell>
              </tr>
            ))}
          </StackingTable>
        )}
      </QueryState>
      <AnchorLink to="/webhooks/register" size="sm">
        {events.register}
      </AnchorLink>
    </Section>
  );
}

/** Which addresses may receive them. */
export function AddressRules() {
  return (
    <Section title={addresses.title}>
      <List size="sm" spacing={4}>
        {addresses.rules.map((rule) => (
          <List.Item key={rule}>
            <Text span size="sm">
              {rule}
            </Text>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
