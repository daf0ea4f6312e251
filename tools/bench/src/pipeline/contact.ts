import type { CallDetail } from '@ci/contracts';
import { declareTopics } from '@ci/messaging';
import { httpsReceiver, type HttpsReceiver } from '@ci/testing';
import { databaseOf, type System } from '@ci/testing/system';
import { percentile, type Benchmark, type Measurement } from '../run/benchmark.ts';
import { createWebhook } from '../run/calls.ts';
import { onlooker } from '../run/database.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { callBody } from './call-body.ts';
import { KafkaHop } from './kafka-hop.ts';
import { RowWatch } from './row-watch.ts';

const SECONDS_PER_ROUND = 5;
const WARM_UP_SECONDS = 6;
const HOPS = 60;

/** Milliseconds after the 201 of each call of a round. */
interface Timings {
  readonly answer: readonly number[];
  readonly contact: readonly number[];
  readonly summary: readonly number[];
  readonly delivery: readonly number[];
  /** Calls that were not recorded: the system was too busy for the rate. They have no times. */
  readonly refused: number;
}

/** The five services as they run, at a steady rate of calls through the gateway. */
export const contact: Benchmark = {
  id: 'pipeline.contact',
  title: 'from the 201 of a call to its contact, its summary and its webhook',
  async run(context) {
    const { infrastructure, sizes, say } = context;
    const { system, receiverCertificate } = await startOwnSystem(context, 'bench_pipeline');
    const receiver = await httpsReceiver(receiverCertificate);
    const url = databaseOf(infrastructure.databaseUrl, 'bench_pipeline');
    const [contactClient, summaryClient] = [await onlooker(url), await onlooker(url)];
    const watches = {
      contact: new RowWatch(contactClient, {
        table: 'contacts.contacts',
        column: 'email',
        condition: 'call_count > 0',
      }),
      summary: new RowWatch(
        summaryClient,
        { table: 'summarization.analyses', column: 'call_id', condition: `status = 'ready'` },
        5,
      ),
    };
    const kafka = { brokers: [infrastructure.brokers], clientId: 'bench' };
    await declareTopics(kafka, {
      declarations: [{ name: KafkaHop.topic, partitions: 1, retentionMs: 3_600_000, maxMessageBytes: 2 ** 20 }],
    });
    const hop = await KafkaHop.open(infrastructure.brokers);
    const rounds: Timings[] = [];
    const hops: number[][] = [];
    try {
      const workspace = await workspaceWith(system, receiver);
      const deliveries = new Deliveries(receiver);
      const load = { system, workspace, watches, deliveries, rate: sizes.callsPerSecond };
      for (let round = 0; round <= sizes.rounds; round += 1) {
        const taken: number[] = [];
        for (let n = 0; n < HOPS; n += 1) taken.push(await hop.once(`${round}-${n}`));
        const timings = await callsOf({ ...load, round, seconds: round === 0 ? WARM_UP_SECONDS : SECONDS_PER_ROUND });
        if (round === 0) continue; // compiling, first connections, first plans
        rounds.push(timings);
        hops.push(taken);
        say(
          `round ${round} of ${sizes.rounds}: contact p50 ${percentile(timings.contact, 50).toFixed(1)} ms, p99 ${percentile(timings.contact, 99).toFixed(1)} ms`,
        );
      }
    } finally {
      await Promise.all([watches.contact.stop(), watches.summary.stop()]);
      await Promise.all([hop.close(), receiver.close(), contactClient.end(), summaryClient.end()]);
      await system.stop();
    }
    return measurementsOf(rounds, hops, sizes.callsPerSecond);
  },
};

/** When each call's event reached the endpoint. A look-up per arrival: searching all requests would keep the load generator busy. */
class Deliveries {
  private readonly arrived = new Map<string, PromiseWithResolvers<number>>();

  constructor(receiver: HttpsReceiver) {
    receiver.answer(({ body }) => {
      const id = /"id":"(call_[^"]+)"/.exec(body)?.[1];
      if (id !== undefined) this.entry(id).resolve(performance.now());
      return {};
    });
  }

  of(id: string): Promise<number> {
    return this.entry(id).promise;
  }

  private entry(id: string): PromiseWithResolvers<number> {
    const known = this.arrived.get(id) ?? Promise.withResolvers<number>();
    this.arrived.set(id, known);
    return known;
  }
}

interface Load {
  readonly system: System;
  readonly workspace: { readonly key: string };
  readonly watches: { readonly contact: RowWatch; readonly summary: RowWatch };
  readonly deliveries: Deliveries;
  readonly rate: number;
  readonly round: number;
  readonly seconds: number;
}

/** Calls at fixed moments, whether or not the ones before have been answered; returns when all have been delivered. */
async function callsOf(load: Load): Promise<Timings> {
  const { rate, seconds } = load;
  const begin = performance.now();
  const calls = Array.from({ length: rate * seconds }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begin + (n * 1000) / rate - performance.now())));
    return recordCall(load, `prospect-${load.round}-${n}@acme.example`);
  });
  const done = (await Promise.all(calls)).filter((call) => call !== undefined);
  return {
    refused: calls.length - done.length,
    answer: done.map(({ answer }) => answer),
    contact: done.map((one) => one.contact),
    summary: done.map((one) => one.summary),
    delivery: done.map((one) => one.delivery),
  };
}

async function recordCall({ system, workspace, watches, deliveries }: Load, email: string) {
  const contactSeen = watches.contact.seen(email);
  const begin = performance.now();
  const response = await fetch(`${system.baseUrl}/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(callBody(email)),
  });
  const answered = performance.now();
  const text = await response.text();
  if (response.status >= 500) {
    watches.contact.forget(email);
    return undefined;
  }
  if (response.status !== 201) throw new Error(`POST /calls answered ${response.status}: ${text}`);
  const { id } = JSON.parse(text) as CallDetail;
  const summarySeen = watches.summary.seen(id);
  return {
    answer: answered - begin,
    contact: (await contactSeen) - answered,
    summary: (await summarySeen) - answered,
    delivery: (await deliveries.of(id)) - answered,
  };
}

async function workspaceWith(system: System, receiver: HttpsReceiver): Promise<{ readonly key: string }> {
  const workspace = await system.createKey('bench');
  await createWebhook(system, workspace.key, `${receiver.url}/hooks`, ['call.ended']);
  return workspace;
}

function measurementsOf(rounds: readonly Timings[], hops: readonly (readonly number[])[], rate: number): Measurement[] {
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0);
  const whole = `${rate} calls/s of 8 segments through the gateway, each with a new prospect; percentile of each round of ${SECONDS_PER_ROUND} s`;
  const line = (step: Exclude<keyof Timings, 'refused'>, share: number, aim?: number, note?: string): Measurement => ({
    id: `pipeline.${step}.p${share}`,
    unit: 'ms',
    better: 'lower',
    ours: rounds.map((timings) => percentile(timings[step], share)),
    anchor: hops.map((taken) => percentile(taken, share)),
    against: `the same percentile of ${HOPS} bare messages from producer to consumer, before each round`,
    ...(aim === undefined ? {} : { aim: { of: 'ours' as const, value: aim } }),
    note: `${refused === 0 ? '' : `${refused} calls were refused and do not count; `}${note ?? whole}`,
  });
  return [
    line('contact', 50, 5),
    line('contact', 99, 25),
    line('answer', 50, undefined, 'from the request to its 201'),
    line('answer', 99, undefined, 'from the request to its 201'),
    line('summary', 50, undefined, 'from the 201 to the summary’s row'),
    line('summary', 99, undefined, 'from the 201 to the summary’s row'),
    line('delivery', 50, undefined, 'from the 201 to call.ended at the customer’s endpoint (TLS, loopback)'),
    line('delivery', 99, undefined, 'from the 201 to call.ended at the customer’s endpoint (TLS, loopback)'),
  ];
}
