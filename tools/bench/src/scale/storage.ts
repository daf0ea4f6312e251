import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { httpsReceiver, until } from '@ci/testing';
import { databaseOf, serviceNames } from '@ci/testing/system';
import type pg from 'pg';
import { longCall } from '../pipeline/long-call.ts';
import type { Benchmark, Measurement } from '../run/benchmark.ts';
import { onlooker } from '../run/database.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { createWebhook, recordCall } from '../run/calls.ts';

/** Recorded before: the queues then have the pages that they need, and are no part of what a further call leaves behind. */
const CALLS_BEFORE = 10;
const CALLS = 40;
/** So many are on their way at a time, as where analysis keeps up: a backlog has its pages once, not for each call. */
const AT_A_TIME = 5;
const SEGMENTS = 300;
const KILOBYTE = 1_000;

/** What a call leaves behind, of each service and in Kafka, when everything about it is done. */
export const storage: Benchmark = {
  id: 'scale.storage',
  title: `what a call of ${SEGMENTS} segments leaves behind`,
  async run(context) {
    const database = 'bench_scale_storage';
    const overrides = { summarization: { ANALYSIS_PRIORITY: '0' } };
    const { system, receiverCertificate } = await startOwnSystem(context, database, overrides);
    const receiver = await httpsReceiver({ ...receiverCertificate, keep: false });
    const client = await onlooker(databaseOf(context.infrastructure.databaseUrl, database));
    try {
      const { key } = await system.createKey('bench');
      await createWebhook(system, key, `${receiver.url}/hooks`, ['call.ended', 'summary.ready']);
      const body = longCall(SEGMENTS);
      let recorded = 0;
      const record = async (calls: number): Promise<void> => {
        for (const end = recorded + calls; recorded < end;) {
          for (let one = 0; one < AT_A_TIME; one += 1, recorded += 1) await recordCall(system, key, body);
          await until(async () => (await delivered(client)) === 2 * recorded, {
            timeoutMs: 600_000,
            intervalMs: 500,
            describe: `${recorded} calls are summarised and their events delivered`,
          });
        }
        await client.query('VACUUM');
      };
      await record(CALLS_BEFORE);
      const before = { tables: await tableSizes(client), kafka: kafkaSize(context.infrastructure.folder) };
      await record(CALLS);
      const after = { tables: await tableSizes(client), kafka: kafkaSize(context.infrastructure.folder) };
      const grown = after.tables.map((table, index) => ({
        ...table,
        bytes: (table.bytes - (before.tables[index]?.bytes ?? 0)) / CALLS,
      }));
      const request = Buffer.byteLength(JSON.stringify(body));
      return [
        ...[...Map.groupBy(grown, ({ schema }) => schema)].map(([schema, tables]) =>
          measurementOf(schema, sumOf(tables), request, largestOf(tables)),
        ),
        measurementOf('postgres', sumOf(grown), request, 'tables and indexes of all services, after VACUUM'),
        measurementOf('kafka', (after.kafka - before.kafka) / CALLS, request, 'before its retention ends, one copy'),
      ];
    } finally {
      await Promise.all([receiver.close(), client.end()]);
      await system.stop();
    }
  },
};

function measurementOf(name: string, bytes: number, request: number, note: string): Measurement {
  return {
    id: `scale.storage.${name}`,
    unit: 'kB/call',
    better: 'lower',
    ours: [bytes / KILOBYTE],
    anchor: [request / KILOBYTE],
    against: 'the body of the request',
    note,
  };
}

async function delivered(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ readonly count: string }>(
    `SELECT count(*) FROM webhooks.deliveries WHERE status = 'delivered'`,
  );
  return Number(rows[0]?.count);
}

interface TableSize {
  readonly schema: string;
  readonly table: string;
  readonly bytes: number;
}

async function tableSizes(client: pg.Client): Promise<TableSize[]> {
  const { rows } = await client.query<Omit<TableSize, 'bytes'> & { readonly bytes: string }>(
    `SELECT nspname AS schema, relname AS table, pg_total_relation_size(pg_class.oid) AS bytes
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'm') AND nspname = ANY ($1) ORDER BY nspname, relname`,
    [serviceNames],
  );
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

const sumOf = (tables: readonly TableSize[]): number => tables.reduce((sum, { bytes }) => sum + bytes, 0);

function largestOf(tables: readonly TableSize[]): string {
  return tables
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 4)
    .map(({ table, bytes }) => `${table} ${(bytes / KILOBYTE).toFixed(1)}`)
    .join(', ');
}

/** Of the messages themselves: Kafka allocates the files of its indexes in advance. */
function kafkaSize(folder: string): number {
  return readdirSync(join(folder, 'kafka'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .reduce((sum, name) => sum + statSync(join(folder, 'kafka', name)).size, 0);
}
