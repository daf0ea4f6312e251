import { Button, Collapse, Group, Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import { FiltersButton } from '../../parts/filters-button.tsx';
import { texts } from '../../texts/texts.ts';
import { itemFiltersOf, type ItemFilters } from './item-filters.ts';

const words = texts.actionItems.filters;

interface ItemFilterBarProps {
  readonly filters: ItemFilters;
  readonly onChange: (filters: ItemFilters) => void;
}

/** Whose, in which state, due before when. */
export function ItemFilterBar({ filters, onChange }: ItemFilterBarProps) {
  // On a phone they would come before the items.
  const wide = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false });
  const [open, { toggle }] = useDisclosure();
  const id = useId();
  const change = (name: keyof ItemFilters, value: string): void => {
    onChange(itemFiltersOf({ ...filters, [name]: value }));
  };
  const { completed: _, ...folded } = filters;
  const count = Object.keys(folded).length;
  return (
    <Group component="form" role="search" aria-label={words.title} gap="md" align="flex-end" mb="lg">
      <Input.Wrapper label={words.state} labelElement="div" labelProps={{ display: 'block' }}>
        <SegmentedControl
          aria-label={words.state}
          value={filters.completed ?? ''}
          onChange={(state) => change('completed', state)}
          data={[
            { value: '', label: words.open },
            { value: 'true', label: words.completed },
            { value: 'all', label: words.all },
          ]}
        />
      </Input.Wrapper>
      {!wide && <FiltersButton label={words.show(count)} open={open} controls={id} onClick={toggle} />}
      <Collapse expanded={wide || open} id={id}>
        <OwnerAndDue filters={filters} change={change} onClear={() => onChange({})} />
      </Collapse>
    </Group>
  );
}

interface OwnerAndDueProps {
  readonly filters: ItemFilters;
  readonly change: (name: keyof ItemFilters, value: string) => void;
  readonly onClear: () => void;
}

function OwnerAndDue({ filters, change, onClear }: OwnerAndDueProps) {
  return (
    <Group gap="md" align="flex-end">
      <NativeSelect
        label={words.owner}
        value={filters.owner ?? ''}
        onChange={(event) => {
          change('owner', event.currentTarget.value);
        }}
        data={[
          { value: '', label: words.anyOwner },
          { value: 'rep', label: texts.actionItems.owners.rep },
          { value: 'prospect', label: texts.actionItems.owners.prospect },
        ]}
      />
      <TextInput
        // What a person types is not a day until it is whole: the browser keeps the rest.
        key={filters.due_before ?? ''}
        type="date"
        label={words.dueBefore}
        defaultValue={filters.due_before ?? ''}
        onBlur={(event) => {
          change('due_before', event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          change('due_before', event.currentTarget.value);
        }}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {words.clear}
        </Button>
      )}
    </Group>
  );
}
