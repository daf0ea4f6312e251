import { types, type CustomTypesConfig } from 'pg';

const TIMESTAMPTZ: number = types.builtins.TIMESTAMPTZ;
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/**
 * pg's types, with a shorter way for points in time. Connections here speak UTC, so all of them have the one form that `Date` reads by
 * itself; a list has two in each row. Whatever looks different (before the year 1, after 9999, infinity) goes pg's way.
 */
export const fastTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary'
      ? readTimestamp
      : (types.getTypeParser as GetTypeParser)(oid, format)) as CustomTypesConfig['getTypeParser'],
};

/** What both of pg's own declarations come down to. */
type GetTypeParser = (oid: number, format?: string) => (text: string) => unknown;

const readOther = (types.getTypeParser as GetTypeParser)(TIMESTAMPTZ) as (text: string) => Date;

/** A `timestamptz` as Postgres writes it. */
export function readTimestamp(text: string): Date {
  return inUtc.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readOther(text);
}
