import { Select, type SelectProps } from '@mantine/core';
import { texts } from '../texts/texts.ts';

const known = ['UTC', ...Intl.supportedValuesOf('timeZone')];

interface TimeZoneSelectProps extends Omit<SelectProps, 'data' | 'onChange'> {
  readonly value: string;
  readonly onChange: (timeZone: string) => void;
}

/** An IANA time zone, found by typing a part of its name. */
export function TimeZoneSelect({ value, onChange, ...props }: TimeZoneSelectProps) {
  return (
    <Select
      searchable
      limit={100}
      allowDeselect={false}
      // Among the page's landmarks, where screen readers look for it.
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={texts.timeZones.none}
      {...props}
      // A browser may not know every zone that the service knows.
      data={[...new Set([...known, value])]}
      value={value}
      onChange={(zone) => {
        if (zone !== null) onChange(zone);
      }}
    />
  );
}
