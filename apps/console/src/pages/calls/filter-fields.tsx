import type { Resource } from '@ci/client/browser';
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { isDay } from '../../formats/days.ts';
import { FilterInput } from '../../parts/filter-input.tsx';
import { texts } from '../../texts/texts.ts';
import { outcomes, type CallFilters } from './call-filters.ts';
import { periods } from './period.ts';

const words = texts.calls.filters;
const ownPeriod = 'own';

export interface FilterFieldsProps {
  readonly filters: CallFilters;
  /** The calls that are shown: what they have is offered. */
  readonly shown: readonly Resource<'Call'>[];
  readonly repName: (repId: string) => string;
  readonly onChange: (changed: Partial<Record<keyof CallFilters, string | undefined>>) => void;
}

export default function FilterFields({ filters, shown, repName, onChange }: FilterFieldsProps) {
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
