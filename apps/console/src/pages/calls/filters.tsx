import type { Resource } from '@ci/client/browser';
import { Button, Collapse, Group, Select, SimpleGrid } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { isDay } from '../../formats/days.ts';
import { texts } from '../../texts/en.ts';
import { outcomes, type CallFilters } from './call-filters.ts';
import { FilterInput } from '../../parts/filter-input.tsx';

const words = texts.calls.filters;
const anyOutcome = '';

interface FiltersProps {
  readonly filters: CallFilters;
  /** The calls that are shown: what they have is offered. */
  readonly shown: readonly Resource<'Call'>[];
  readonly onChange: (changed: Partial<Record<keyof CallFilters, string | undefined>>) => void;
  readonly onClear: () => void;
}

/** What the list can be asked for; folded away until somebody wants it. */
export function Filters({ filters, shown, onChange, onClear }: FiltersProps) {
  const count = Object.keys(filters).length;
  // On a phone they would stand before the calls that somebody comes back to.
  const wide = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false });
  const [open, { toggle }] = useDisclosure(wide && count > 0);
  const id = useId();
  return (
    <div role="search" aria-label={words.label}>
      <Group gap="sm" mb="md">
        <Select
          aria-label={words.outcome}
          w={170}
          data={[
            { value: anyOutcome, label: words.anyOutcome },
            ...outcomes.map((value) => ({ value, label: texts.outcomes[value] })),
          ]}
          value={filters.outcome ?? anyOutcome}
          onChange={(outcome) =>
            onChange({ outcome: outcome === null || outcome === anyOutcome ? undefined : outcome })
          }
          allowDeselect={false}
          checkIconPosition="right"
        />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.8} aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
        >
          {words.show(count)}
        </Button>
        {count > 0 && (
          <Button variant="subtle" color="gray" leftSection={<IconX size={16} aria-hidden />} onClick={onClear}>
            {words.clear}
          </Button>
        )}
      </Group>
      <Collapse expanded={open} id={id}>
        <FilterFields filters={filters} shown={shown} onChange={onChange} />
      </Collapse>
    </div>
  );
}

function FilterFields({ filters, shown, onChange }: Omit<FiltersProps, 'onClear'>) {
  const field = (name: Exclude<keyof CallFilters, 'outcome'>) => ({
    value: filters[name] ?? '',
    onSettled: (text: string) => onChange({ [name]: text === '' ? undefined : text }),
  });
  const day = { type: 'date', accepts: isDay } as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" mb="lg">
      <FilterInput
        label={words.rep}
        placeholder={words.repHint}
        suggestions={shown.map(({ rep_id }) => rep_id)}
        {...field('rep_id')}
      />
      <FilterInput
        label={words.prospect}
        placeholder={words.prospectHint}
        suggestions={shown.flatMap(({ prospect_email }) => prospect_email ?? [])}
        {...field('prospect_email')}
      />
      <FilterInput label={words.externalId} placeholder={words.externalIdHint} {...field('external_id')} />
      <FilterInput label={words.from} {...day} {...field('from')} />
      <FilterInput label={words.to} {...day} {...field('to')} />
      <FilterInput label={words.updatedSince} {...day} {...field('updated_since')} />
    </SimpleGrid>
  );
}
