import { locale } from './numbers.ts';

/** `Nov 21, 2026, 2:05 PM`, as the reader's country writes it, in the zone of the workspace. */
export function formatInstant(iso: string, timeZone: string): string {
  return format(iso, timeZone, { dateStyle: 'medium', timeStyle: 'short' });
}

/** `Saturday, November 21, 2026 at 2:05:09 PM GMT+1`: all of it. */
export function formatInstantFully(iso: string, timeZone: string): string {
  return format(iso, timeZone, { dateStyle: 'full', timeStyle: 'long' });
}

/** `Nov 21, 2026`, of an instant. */
export function formatDay(iso: string, timeZone: string): string {
  return format(iso, timeZone, { dateStyle: 'medium' });
}

/** `Nov 21, 2026`, of a date without a time such as `2026-11-21`. It is the same in every zone. */
export function formatDate(date: string): string {
  return format(`${date}T00:00:00Z`, 'UTC', { dateStyle: 'medium' });
}

/** `2026-11-21`: the day that an instant falls on in a zone. */
export function dayOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);
}

/** The day on which a page is drawn. */
export function today(timeZone: string): string {
  return dayOf(new Date(), timeZone);
}

function format(iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(iso));
}
