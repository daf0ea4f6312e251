import type { TestDatabase } from '@ci/testing';

import { loadStatement } from '../src/stored-events.sql.ts';
import { openStore } from './open-store.ts';

const STREAMS = 20_000;
const EVENTS = 3;

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore(1);
  for (const sql of [
    `INSERT INTO streams SELECT 'book-' || n, 'book', 'wsp_1', ${EVENTS}, pg_current_xact_id() FROM generate_series(1, ${STREAMS}) AS n`,
    `INSERT INTO events (stream_id, workspace_id, version, event_id, event_type, schema_version, data, metadata, subject_id)
     SELECT 'book-' || n, 'wsp_1', version, gen_random_uuid(), 'Signed', 1, '{}', '{}', CASE version WHEN 1 THEN 'book-' || n END
     FROM generate_series(1, ${EVENTS}) AS version, generate_series(1, ${STREAMS}) AS n`,
    `INSERT INTO event_personal SELECT event_id, workspace_id, subject_id, '{}' FROM events WHERE subject_id IS NOT NULL`,
    'ANALYZE streams, events, event_personal',
  ])
    await database.dataSource.query(sql);
});
afterAll(() => database.drop());

it.each([1, 200])(
  '%i streams of thousands are looked up by index: a batch does not read the whole store',
  async (count) => {
    const streams = Array.from({ length: count }, (_, n) => `book-${n * 97 + 1}`);
    const [row] = await database.dataSource.query<{ 'QUERY PLAN': { Plan: Record<string, unknown> }[] }[]>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${loadStatement}`,
      [streams],
    );
    const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
    expect(plan['Actual Rows']).toBe(count * EVENTS);
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan|Hash|Merge Join/);
    // Three entries on the way and a page of its table, for the stream, its events and its personal part.
    expect(Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])).toBeLessThan(count * 16 + 20);
  },
);
