import type { operations, Resource } from '@ci/client/browser';
import { endOfDay, isDay, startOfDay } from '../../formats/days.ts';
import { dayOf } from '../../formats/instants.ts';
import { daysOf, periods, type Period } from './period.ts';
import { sortings, type Sorting } from './sort-calls.ts';

/** In the order in which they are offered. */
export const outcomes = [
  'won',
  'follow_up',
  'lost',
  'no_outcome',
] as const satisfies readonly Resource<'Call'>['outcome'][];

/** What the address of the list says. Times are days of the workspace's zone: `2026-11-21`. */
export interface CallFilters {
  readonly outcome?: (typeof outcomes)[number];
  readonly rep_id?: string;
  readonly prospect_email?: string;
  readonly from?: string;
  readonly to?: string;
  readonly external_id?: string;
  readonly updated_since?: string;
  /** In place of `from` and `to`. */
  readonly period?: Period;
  readonly sort?: Sorting;
}

type ListQuery = NonNullable<operations['listCalls']['parameters']['query']>;

const words = ['rep_id', 'prospect_email', 'external_id'] as const;
const days = ['from', 'to', 'updated_since'] as const;

/** Leaves out what is no filter, and what a filter can not be. */
export function readCallFilters(search: Readonly<Record<string, unknown>>): CallFilters {
  const outcome = outcomes.find((one) => one === search['outcome']);
  const given = (names: readonly string[], accepts: (text: string) => boolean) =>
    names.flatMap((name) => {
      const value = search[name];
      const text = typeof value === 'string' ? value.trim() : '';
      return accepts(text) ? [[name, text] as const] : [];
    });
  const period = periods.find((one) => one === search['period']);
  const sort = sortings.find((one) => one === search['sort']);
  return {
    ...(outcome && { outcome }),
    ...Object.fromEntries([
      ...given(words, (text) => text !== ''),
      ...given(period === undefined ? days : days.filter((day) => day === 'updated_since'), isDay),
    ]),
    ...(period && { period }),
    ...(sort && { sort }),
  };
}

/** The same for the API. The days between two days, whichever was named first, with both of them. */
export function listQueryOf(filters: CallFilters, timeZone: string, now = new Date()): ListQuery {
  const {
    from,
    to,
    updated_since,
    period: _period,
    sort: _sort,
    ...rest
  } = {
    ...filters,
    ...(filters.period && daysOf(filters.period, dayOf(now, timeZone))),
  };
  const turned = from !== undefined && to !== undefined && from > to;
  const [first, last] = turned ? [to, from] : [from, to];
  return {
    ...rest,
    ...(first !== undefined && { from: startOfDay(first, timeZone).toISOString() }),
    ...(last !== undefined && { to: endOfDay(last, timeZone).toISOString() }),
    ...(updated_since !== undefined && { updated_since: startOfDay(updated_since, timeZone).toISOString() }),
  };
}
