import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { today } from '../../formats/instants.ts';
import { DateOnly } from '../../parts/date-time.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { TextSkeleton } from '../../parts/skeletons.tsx';
import { useMay, useSession } from '../../session/session.query.ts';
import { texts } from '../../texts/texts.ts';
import type { ActionItem } from '../action-items/action-items.query.ts';
import { EditItem } from '../action-items/edit-item.tsx';
import { useTick } from './call-changes.ts';
import { actionItemsQuery, type CallDetail } from './call.query.ts';
import { EvidenceMarker } from './evidence-marker.tsx';
import { StatementList } from './statement.tsx';
import { stepsWithoutItem, type Statement } from './statements.ts';
import { Part } from './summary-part.tsx';
import classes from './what-to-do.module.css';

const words = texts.call.whatToDo;

interface WhatToDoProps {
  readonly call: CallDetail;
  readonly nextSteps: readonly Statement[];
}

/** The promises of the call, to tick off, then whatever else was agreed as a next step. */
export function WhatToDo({ call, nextSteps }: WhatToDoProps) {
  const query = useQuery(actionItemsQuery(call));
  return (
    <Part title={words.title}>
      <QueryState query={query} skeleton={<TextSkeleton lines={2} />}>
        {({ data }) => <Tasks items={data} steps={stepsWithoutItem(nextSteps, data)} />}
      </QueryState>
    </Part>
  );
}

function Tasks({ items, steps }: { readonly items: readonly ActionItem[]; readonly steps: readonly Statement[] }) {
  if (items.length === 0 && steps.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <Stack gap="md">
      {items.length > 0 && <Items items={items} />}
      {steps.length > 0 && (
        <div>
          <Text fw={600} mb={4}>
            {items.length > 0 ? words.alsoAgreed : words.agreed}
          </Text>
          <StatementList statements={steps} none={null} />
        </div>
      )}
    </Stack>
  );
}

function Items({ items }: { readonly items: readonly ActionItem[] }) {
  const mayChange = useMay('updateActionItem');
  const tick = useTick();
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={item.id} data-completed={item.completed || undefined}>
          <Checkbox
            checked={item.completed}
            disabled={!mayChange || (tick.isPending && tick.variables.item.id === item.id)}
            onChange={({ currentTarget }) => tick.mutate({ item, completed: currentTarget.checked })}
            label={item.description}
            classNames={{ label: classes.label ?? '' }}
          />
          <Group gap="xs" className={classes.facts ?? ''}>
            <Badge className={classes.owner ?? ''} data-speaker={item.owner}>
              {texts.call.speakers[item.owner]}
            </Badge>
            <Due item={item} />
            <EvidenceMarker evidence={item.evidence} />
            {mayChange && <EditItem item={item} />}
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
  const overdue = !completed && due_date < today(timezone);
  return (
    <Text span size="xs" c={overdue ? 'error' : 'dimmed'} className={overdue ? (classes.overdue ?? '') : ''}>
      {overdue ? words.overdue : words.due} <DateOnly date={due_date} />
    </Text>
  );
}
