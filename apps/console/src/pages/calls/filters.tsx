import type { Resource } from '@ci/client/browser';
import { Button, Collapse, Group, NativeSelect, SimpleGrid } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { isDay } from '../../formats/days.ts';
import { FilterInput } from '../../parts/filter-input.tsx';
import { texts } from '../../texts/en.ts';
import { outcomes, type CallFilters } from './call-filters.ts';
import { periods } from './period.ts';
import { sortings } from './sort-calls.ts';

const words = texts.calls.filters;
const ownPeriod = 'own';

interface FiltersProps {
  readonly filters: CallFilters;
  /** The calls that are shown: what they have is offered. */
  readonly shown: readonly Resource<'Call'>[];
  readonly repName: (repId: string) => string;
  readonly onChange: (changed: Partial<Record<keyof CallFilters, string | undefined>>) => void;
  readonly onClear: () => void;
}

/** What the list can be asked for; folded away until somebody wants it. */
export function Filters({ filters, shown, repName, onChange, onClear }: FiltersProps) {
  const { sort: _, ...narrowing } = filters;
  const count = Object.keys(narrowing).length;
  // On a phone they would stand before the calls that somebody comes back to.
  const wide = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false });
  const [open, { toggle }] = useDisclosure(wide && count > 0);
  const id = useId();
  return (
    <div role="search" aria-label={words.label}>
      <Group gap="sm" mb="md">
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.8} aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
        >
          {words.show(count)}
        </Button>
        <NativeSelect
          aria-label={words.sort}
          value={filters.sort ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ sort: value === '' ? undefined : value })}
          data={[
            { value: '', label: words.sortings.newest },
            ...sortings.map((value) => ({ value, label: words.sortings[value] })),
          ]}
        />
        {count > 0 && (
          <Button variant="subtle" color="gray" leftSection={<IconX size={16} aria-hidden />} onClick={onClear}>
            {words.clear}
          </Button>
        )}
      </Group>
      <Collapse expanded={open} id={id}>
        <FilterFields filters={filters} shown={shown} repName={repName} onChange={onChange} />
      </Collapse>
    </div>
  );
}

function FilterFields({ filters, shown, repName, onChange }: Omit<FiltersProps, 'onClear'>) {
  const field = (name: 'prospect_email' | 'external_id' | 'from' | 'to' | 'updated_since') => ({
    value: filters[name] ?? '',
    onSettled: (text: string) => onChange({ [name]: text === '' ? undefined : text }),
  });
  const choice = (name: 'outcome' | 'rep_id') => ({
    value: filters[name] ?? '',
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLSelectElement }) =>
      onChange({ [name]: value === '' ? undefined : value }),
  });
  const day = { type: 'date', accepts: isDay } as const;
  const reps = [...new Set([...shown.map(({ rep_id }) => rep_id), ...(filters.rep_id ? [filters.rep_id] : [])])];
  const hasOwnPeriod = filters.from !== undefined || filters.to !== undefined;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm" mb="lg">
      <NativeSelect
        label={words.outcome}
        {...choice('outcome')}
        data={[
          { value: '', label: words.anyOutcome },
          ...outcomes.map((value) => ({ value, label: texts.outcomes[value] })),
        ]}
      />
      <NativeSelect
        label={words.rep}
        {...choice('rep_id')}
        data={[
          { value: '', label: words.anyRep },
          ...reps
            .map((value) => ({ value, label: repName(value) }))
            .sort((one, other) => one.label.localeCompare(other.label)),
        ]}
      />
      <NativeSelect
        label={words.period}
        value={filters.period ?? (hasOwnPeriod ? ownPeriod : '')}
        onChange={({ currentTarget: { value } }) =>
          onChange({ from: undefined, to: undefined, period: value === '' || value === ownPeriod ? undefined : value })
        }
        data={[
          { value: '', label: words.anyPeriod },
          ...periods.map((value) => ({ value, label: words.periods[value] })),
          ...(hasOwnPeriod ? [{ value: ownPeriod, label: words.ownPeriod }] : []),
        ]}
      />
      <FilterInput
        label={words.prospect}
        placeholder={words.prospectHint}
        suggestions={shown.flatMap(({ prospect_email }) => prospect_email ?? [])}
        {...field('prospect_email')}
      />
      <FilterInput
        label={words.from}
        {...day}
        {...field('from')}
        onSettled={(text) => onChange({ period: undefined, from: text === '' ? undefined : text })}
      />
      <FilterInput
        label={words.to}
        {...day}
        {...field('to')}
        onSettled={(text) => onChange({ period: undefined, to: text === '' ? undefined : text })}
      />
      <FilterInput label={words.externalId} placeholder={words.externalIdHint} {...field('external_id')} />
      <FilterInput label={words.updatedSince} {...day} {...field('updated_since')} />
    </SimpleGrid>
  );
}
