import { ValidateBy } from 'class-validator';

/** A day that exists, in years that Postgres and JavaScript agree on. */
export function isCalendarDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(value);
}

export function IsCalendarDate(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isCalendarDate',
      validator: { validate: isCalendarDate, defaultMessage: () => 'must be a date such as 2026-01-02' },
    },
    { context: { schema: { type: 'string', format: 'date' } } },
  );
}
