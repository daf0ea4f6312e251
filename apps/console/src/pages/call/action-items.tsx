import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayOf } from '../../formats/instants.ts';
import { DateOnly } from '../../parts/date-time.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { TextSkeleton } from '../../parts/skeletons.tsx';
import { useIsOwner, useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/en.ts';
import classes from './action-items.module.css';
import type { ActionItem } from '../action-items/action-items.query.ts';
import { EditItem } from '../action-items/edit-item.tsx';
import { useTick } from './call-changes.ts';
import { actionItemsQuery, type CallDetail } from './call.query.ts';
import { EvidenceTimes } from './statement.tsx';
import { Part } from './summary-part.tsx';

const words = texts.call.actionItems;

/** What was promised on the call, to be ticked off. */
export function ActionItems({ call }: { readonly call: CallDetail }) {
  const query = useQuery(actionItemsQuery(call));
  return (
    <Part title={words.title}>
      <QueryState query={query} skeleton={<TextSkeleton lines={2} />}>
        {({ data }) => (data.length === 0 ? <Text c="dimmed">{words.none}</Text> : <Items items={data} />)}
      </QueryState>
    </Part>
  );
}

function Items({ items }: { readonly items: readonly ActionItem[] }) {
  const owner = useIsOwner();
  const tick = useTick();
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={item.id} data-completed={item.completed || undefined}>
          <Checkbox
            checked={item.completed}
            disabled={!owner || (tick.isPending && tick.variables.item.id === item.id)}
            onChange={({ currentTarget }) => tick.mutate({ item, completed: currentTarget.checked })}
            label={item.description}
            classNames={{ label: classes.label ?? '' }}
          />
          <Group gap="xs" className={classes.facts ?? ''}>
            <Badge className={classes.owner ?? ''} data-speaker={item.owner}>
              {texts.call.speakers[item.owner]}
            </Badge>
            <Due item={item} />
            <EvidenceTimes evidence={item.evidence} />
            {owner && <EditItem item={item} />}
          </Group>
        </li>
      ))}
    </ul>
  );
}

function Due({ item: { due_date, completed } }: { readonly item: ActionItem }) {
  const { timezone } = useSession().workspace;
  if (due_date === null)
    return (
      <Text span size="xs" c="dimmed">
        {words.noDue}
      </Text>
    );
  const overdue = !completed && due_date < dayOf(new Date(), timezone);
  return (
    <Text span size="xs" c={overdue ? 'error' : 'dimmed'} className={overdue ? (classes.overdue ?? '') : ''}>
      {overdue ? words.overdue : words.due} <DateOnly date={due_date} />
    </Text>
  );
}
