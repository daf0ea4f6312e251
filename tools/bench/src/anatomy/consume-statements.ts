import type { EventData } from '@ci/contracts';

/** Tables as the prototype had them. */
export const leanTables = [
  `CREATE TABLE plain (id uuid PRIMARY KEY, key text NOT NULL, value text NOT NULL)`,
  `CREATE TABLE lean_inbox (message_id uuid PRIMARY KEY)`,
  `CREATE TABLE lean_calls (call_id text PRIMARY KEY, email text NOT NULL, created_at timestamptz NOT NULL, duration_seconds int)`,
  `CREATE TABLE lean_contacts (email text PRIMARY KEY, name text, company text, calls bigint NOT NULL, last_call_at timestamptz NOT NULL)`,
];

const come = `come AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::int[])
      AS t (message_id, call_id, email, name, company, created_at, duration_seconds)
  )`;

/** Calls join the history of their prospects, who are new or known: all of a batch in one statement. */
const joined = (from: string): string => `calls AS (
    INSERT INTO lean_calls SELECT call_id, email, created_at, duration_seconds FROM ${from} ON CONFLICT DO NOTHING
  )
  INSERT INTO lean_contacts AS known
  SELECT email, min(name), min(company), count(*), max(created_at) FROM ${from} GROUP BY email ORDER BY email
  ON CONFLICT (email) DO UPDATE SET calls = known.calls + excluded.calls, last_call_at = greatest(known.last_call_at, excluded.last_call_at)`;

/** With an inbox: what came before does nothing. */
export const leanStatement = `
  WITH ${come}, fresh AS (
    INSERT INTO lean_inbox SELECT message_id FROM come ON CONFLICT DO NOTHING RETURNING message_id
  ), ${joined('(SELECT come.* FROM come JOIN fresh USING (message_id)) AS new')}`;

/** The same without an inbox: the processor of messages has one. */
export const statementAlone = `
  WITH ${come}, ${joined('come')}`;

/** Parameters of both. */
export function leanParameters(ids: readonly string[], data: readonly EventData<'call.ended'>[]): unknown[][] {
  const column = <Value>(of: (one: EventData<'call.ended'>) => Value): Value[] => data.map(of);
  return [
    [...ids],
    column(({ call }) => call.id),
    column(({ prospect }) => prospect.email),
    column(({ prospect }) => prospect.name),
    column(({ prospect }) => prospect.company),
    column(({ call }) => call.created_at),
    column(({ call }) => call.duration_seconds),
  ];
}
