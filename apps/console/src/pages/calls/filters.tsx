import { Button, Collapse, Group, NativeSelect, Skeleton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useId } from 'react';
import { FiltersButton } from '../../parts/filters-button.tsx';
import { texts } from '../../texts/texts.ts';
import type { FilterFieldsProps } from './filter-fields.tsx';
import { sortings } from './sort-calls.ts';

const words = texts.calls.filters;

interface FiltersProps extends FilterFieldsProps {
  readonly onClear: () => void;
}

// A list that is not narrowed does without them: they are loaded when they are opened.
const FilterFields = lazy(() => import('./filter-fields.tsx'));

/** What the list can be filtered by; collapsed until the user opens it. */
export function Filters({ filters, shown, repName, onChange, onClear }: FiltersProps) {
  const { sort: _, ...narrowing } = filters;
  const count = Object.keys(narrowing).length;
  // On a phone they would come before the calls that the user comes back to.
  const wide = useMediaQuery('(width >= 48em)', true, { getInitialValueInEffect: false });
  const [open, { toggle }] = useDisclosure(wide && count > 0);
  const id = useId();
  return (
    <div role="search" aria-label={words.label}>
      <Group gap="sm" mb="md">
        <FiltersButton label={words.show(count)} open={open} controls={id} onClick={toggle} />
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
        {open && (
          <Suspense fallback={<Skeleton h={120} mb="lg" />}>
            <FilterFields filters={filters} shown={shown} repName={repName} onChange={onChange} />
          </Suspense>
        )}
      </Collapse>
    </div>
  );
}
