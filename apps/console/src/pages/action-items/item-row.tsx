import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useListState } from '../../parts/back-link.tsx';
import { DateOnly, DateTime } from '../../parts/date-time.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { useMay } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import type { ActionItem } from './action-items.query.ts';
import classes from './action-items.module.css';
import { EditItem } from './edit-item.tsx';
import type { Completion } from './use-completion.ts';

const words = texts.actionItems;

interface ItemRowProps {
  readonly item: ActionItem;
  readonly overdue: boolean;
  readonly completion: Completion;
}

/** What was promised, the words it was promised with, by whom, until when, on which call. */
export function ItemRow({ item, overdue, completion }: ItemRowProps) {
  const [evidence] = item.evidence;
  const mayChange = useMay('updateActionItem');
  const partner = partnerOf(item);
  const state = useListState('actionItems');
  return (
    <li className={classes.row}>
      <State item={item} completion={completion} />
      <div className={classes.body}>
        <Text fw={500} className={classes.description ?? ''} data-completed={item.completed || undefined}>
          {item.description}
        </Text>
        {evidence !== undefined && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {words.quoteOpen}
            {evidence.quote}
            {words.quoteClose}
          </Text>
        )}
        <Group gap="xs" mt={4}>
          <Badge color={item.owner === 'rep' ? 'petrol' : 'gray'}>{words.owners[item.owner]}</Badge>
          <DueDate item={item} overdue={overdue} />
          <AnchorLink
            to="/calls/$callId"
            params={{ callId: item.call_id }}
            search={evidence === undefined ? {} : { at: evidence.start_ms }}
            state={state}
            size="sm"
            className={classes.call ?? ''}
          >
            {partner === '' ? words.call : words.callWith(partner)}
          </AnchorLink>
        </Group>
      </div>
      {mayChange && <EditItem item={item} />}
    </li>
  );
}

/** With whom the call was, as far as it is known. */
function partnerOf({ prospect: { name, company, email } }: ActionItem): string {
  return [name ?? email, company].filter((part) => part !== null).join(', ');
}

/** To tick off for those who may; a mark for the others. */
function State({ item, completion }: Pick<ItemRowProps, 'item' | 'completion'>) {
  const mayChange = useMay('updateActionItem');
  if (mayChange)
    return (
      <Checkbox
        aria-label={words.complete(item.description)}
        checked={item.completed}
        disabled={completion.isPending(item)}
        onChange={(event) => {
          completion.change(item, event.currentTarget.checked);
        }}
        mt={3}
      />
    );
  const Icon = item.completed ? IconCircleCheck : IconCircle;
  const state = item.completed ? words.stateCompleted : words.stateOpen;
  return <Icon size={20} stroke={1.6} role="img" aria-label={state} className={classes.state ?? ''} />;
}

function DueDate({ item, overdue }: Pick<ItemRowProps, 'item' | 'overdue'>) {
  if (item.completed_at !== null && item.completed)
    return (
      <Text size="sm" c="dimmed">
        {words.completedAt} <DateTime iso={item.completed_at} day />
      </Text>
    );
  if (item.due_date === null) return null;
  return (
    <Text size="sm" c={overdue ? 'var(--mantine-color-error)' : 'dimmed'}>
      {words.due} <DateOnly date={item.due_date} />
    </Text>
  );
}
