import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { httpsReceiver, until } from '@ci/testing';
import { serviceNames } from '@ci/testing/system';
import type pg from 'pg';
import { longCall } from '../pipeline/long-call.ts';
import type { Benchmark, Measurement } from '../run/benchmark.ts';
import { databaseOf, onlooker } from '../run/database.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { createWebhook, recordCall } from '../run/calls.ts';

const CALLS = 40;
const SEGMENTS = 300;
const KILOBYTE = 1_000;

/** What a call leaves behind, of each service and in Kafka, when everything about it is done. */
export const storage: Benchmark = {
  id: 'scale.storage',
  title: `what a call of ${SEGMENTS} segments leaves behind`,
  async run(context) {
    const database = 'bench_scale_storage';
    const { system, receiverCertificate } = await startOwnSystem(context, database);
    const receiver = await httpsReceiver({ ...receiverCertificate, keep: false });
    const client = await onlooker(databaseOf(context.parts.databaseUrl, database));
    try {
      const { key } = await system.createKey('bench');
      await createWebhook(system, key, `${receiver.url}/hooks`, ['call.ended', 'summary.ready']);
      const before = { schemas: await schemaSizes(client), kafka: kafkaSize(context.parts.folder) };
      const body = longCall(SEGMENTS);
      for (let call = 0; call < CALLS; call += 1) await recordCall(system, key, body);
      await until(async () => (await delivered(client)) === 2 * CALLS, {
        timeoutMs: 600_000,
        intervalMs: 500,
        describe: `${CALLS} calls are summarised and their events delivered`,
      });
      const after = { schemas: await schemaSizes(client), kafka: kafkaSize(context.parts.folder) };
      const grown = new Map([...after.schemas].map(([name, size]) => [name, size - (before.schemas.get(name) ?? 0)]));
      grown.set('kafka', after.kafka - before.kafka);
      const request = Buffer.byteLength(JSON.stringify(body));
      return [...grown].map(([name, bytes]) => measurementOf(name, bytes / CALLS, request));
    } finally {
      await Promise.all([receiver.close(), client.end()]);
      await system.stop();
    }
  },
};

function measurementOf(name: string, bytes: number, request: number): Measurement {
  return {
    id: `scale.storage.${name}`,
    unit: 'kB/call',
    better: 'lower',
    ours: [bytes / KILOBYTE],
    anchor: [request / KILOBYTE],
    against: 'the body of the request',
    note: name === 'kafka' ? 'before its retention ends, one copy' : 'tables and indexes, as they are after writing',
  };
}

async function delivered(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ readonly count: string }>(
    `SELECT count(*) FROM webhooks.deliveries WHERE status = 'delivered'`,
  );
  return Number(rows[0]?.count);
}

async function schemaSizes(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ readonly name: string; readonly bytes: string }>(
    `SELECT nspname AS name, sum(pg_total_relation_size(pg_class.oid)) AS bytes
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'm') AND nspname = ANY ($1) GROUP BY nspname`,
    [serviceNames],
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Of the messages themselves: Kafka allocates the files of its indexes in advance. */
function kafkaSize(folder: string): number {
  return readdirSync(join(folder, 'kafka'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .reduce((sum, name) => sum + statSync(join(folder, 'kafka', name)).size, 0);
}
