import { idFromUuid, uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import { databaseOf, rawConsumer, rawProducer } from '@ci/testing/system';
import type pg from 'pg';
import type { Benchmark, BenchContext } from '../run/benchmark.ts';
import { callEnded } from '../run/call-ended.ts';
import { onlooker } from '../run/database.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { processorTime } from '../run/processes.ts';

const topic = 'call.ended';
const workspaceId = idFromUuid('wsp', '019aa000-0000-7000-8000-000000000001');
/** One prospect is in so many calls. */
const CALLS_PER_CONTACT = 4;

/** The contacts service as it runs: inbox, own stream, two read models, and `contact.created` for each new prospect. */
export const consume: Benchmark = {
  id: 'store.consume',
  title:
    'call.ended through the contacts service (inbox, own stream, read models, outbox), against bare kafkajs consumption',
  async run(context) {
    const { infrastructure, sizes, say } = context;
    const { system } = await startOwnSystem(context, 'bench_consume');
    const client = await onlooker(databaseOf(infrastructure.databaseUrl, 'bench_consume'));
    const [rounds, anchor]: [Consumed[], number[]] = [[], []];
    try {
      await system.stop(); // everything; contacts alone comes back
      for (let round = 0; round <= sizes.rounds; round += 1) {
        // The first round warms up the broker and is not counted.
        const messages = round === 0 ? Math.ceil(sizes.messages / 10) : sizes.messages;
        await produce(infrastructure.brokers, messages);
        const raw = await consumedRaw(context, messages);
        system.startService('contacts');
        const pids = { service: system.pids.contacts, postgres: infrastructure.pids.postgres };
        const figures = await consumed(client, messages, pids);
        await system.stopService('contacts');
        await client.query('TRUNCATE contacts.inbox');
        if (round === 0) continue;
        anchor.push(raw);
        rounds.push(figures);
        const { perSecond, service, postgres } = figures;
        const times = `contacts ${service.toFixed(3)} ms, Postgres ${postgres.toFixed(3)} ms`;
        say(`round ${round} of ${sizes.rounds}: ${perSecond.toFixed(0)}/s, raw ${raw.toFixed(0)}/s; for each ${times}`);
      }
    } finally {
      await system.stop();
      await client.end();
    }
    return [
      {
        id: 'store.consume',
        unit: 'messages/s',
        better: 'higher',
        ours: rounds.map(({ perSecond }) => perSecond),
        anchor,
        against: 'kafkajs eachBatch of the same messages, doing nothing with them',
        aim: { of: 'ours', value: 15_000 },
        note: `one prospect in ${CALLS_PER_CONTACT} calls; from the first inbox row to the last; a process that has just been started`,
      },
      ...(['service', 'postgres'] as const).map((name) => ({
        id: `store.consume.cpu.${name}`,
        unit: 'ms/message',
        better: 'lower' as const,
        ours: rounds.map((round) => round[name]),
        anchor: [],
        against: '',
      })),
    ];
  },
};

async function produce(brokers: string, count: number): Promise<void> {
  const producer = await rawProducer(brokers);
  const run = uuidv7();
  try {
    for (let from = 0; from < count; from += 1_000) {
      const messages = Array.from({ length: Math.min(1_000, count - from) }, (_, n) =>
        callEnded(workspaceId, { email: `${run}-${(from + n) % Math.ceil(count / CALLS_PER_CONTACT)}@acme.example` }),
      );
      await producer.send(messages);
    }
  } finally {
    await producer.close();
  }
}

let groups = 0;
let consumedBefore = 0;

/** Time from the first batch to the last message, by a group that has to read over what earlier rounds left. */
async function consumedRaw({ infrastructure }: BenchContext, messages: number): Promise<number> {
  let seen = 0;
  let begin = 0;
  let beginSeen = 0;
  groups += 1;
  const consumer = await rawConsumer(infrastructure.brokers, { topic, groupId: `bench-raw-${groups}` }, (values) => {
    if (begin === 0) {
      begin = performance.now();
      beginSeen = values.length;
    }
    seen += values.length;
  });
  consumedBefore += messages;
  await until(() => seen >= consumedBefore, {
    timeoutMs: 120_000,
    intervalMs: 1,
    describe: () => `${consumedBefore} raw messages, seen ${seen}`,
  });
  const seconds = (performance.now() - begin) / 1000;
  await consumer.close();
  return (seen - beginSeen) / seconds;
}

/** Messages per second, and milliseconds of processor time for each. */
interface Consumed {
  readonly perSecond: number;
  readonly service: number;
  readonly postgres: number;
}

async function consumed(
  client: pg.Client,
  messages: number,
  pids: { readonly service: number; readonly postgres: number },
): Promise<Consumed> {
  let rows = 0;
  const reached = (count: number, intervalMs: number): Promise<unknown> =>
    until(
      async () => {
        const answer = await client.query<{ rows: number }>('SELECT count(*)::int AS rows FROM contacts.inbox');
        rows = answer.rows[0]?.rows ?? 0;
        return rows >= count;
      },
      { timeoutMs: 600_000, intervalMs, describe: () => `${count} messages consumed, so far ${rows}` },
    );
  await reached(1, 20); // what the start takes is none of the messages'
  const [begin, before] = [rows, timesOf(pids)];
  await reached(messages, 500);
  const after = timesOf(pids);
  const { rows: found } = await client.query<{ seconds: number; left: number }>(
    `SELECT extract(epoch FROM max(received_at) - min(received_at))::float8 AS seconds,
            (SELECT count(*) FROM contacts.parked_messages)::int AS left FROM contacts.inbox`,
  );
  const [{ seconds, left } = { seconds: NaN, left: 0 }] = found;
  if (left > 0) throw new Error(`${left} messages were parked: the figure would say nothing`);
  const each = (name: 'service' | 'postgres'): number => (after[name] - before[name]) / (messages - begin);
  return { perSecond: messages / seconds, service: each('service'), postgres: each('postgres') };
}

function timesOf(pids: { readonly service: number; readonly postgres: number }): Omit<Consumed, 'perSecond'> {
  return { service: processorTime(pids.service) ?? NaN, postgres: processorTime(pids.postgres) ?? NaN };
}
