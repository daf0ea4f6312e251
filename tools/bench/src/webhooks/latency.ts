import { declareTopics } from '@ci/messaging';
import { KafkaHop } from '../pipeline/kafka-hop.ts';
import { percentile, type Benchmark, type Measurement } from '../run/benchmark.ts';
import { startStage } from './stage.ts';

/** Five processes on two cores take so long until most of what they run is compiled: before, the latency falls from round to round. */
export const WARM_UP_SECONDS = 60;
const HOPS = 100;

interface Round {
  readonly latencies: readonly number[];
  readonly hops: readonly number[];
}

/** Gateway, ingestion and webhooks as they run, at a steady rate of calls. */
export const latency: Benchmark = {
  id: 'webhooks.latency',
  title: 'from POST /v1/calls to the delivery of call.ended',
  async run(context) {
    const { infrastructure, sizes, say } = context;
    const stage = await startStage(context, 'bench_webhooks_latency');
    const { system, generator, receiver } = stage;
    const kafka = { brokers: [infrastructure.brokers], clientId: 'bench' };
    await declareTopics(kafka, {
      declarations: [{ name: KafkaHop.topic, partitions: 1, retentionMs: 3_600_000, maxMessageBytes: 2 ** 20 }],
    });
    const hop = await KafkaHop.open(infrastructure.brokers);
    try {
      const { key } = await stage.tenant('bench', ['/endpoint']);
      // At 50 calls a second the analysis alone wants more than two cores: then all would wait for the processor, not for each other.
      for (const service of ['summarization', 'contacts'] as const) await system.stopService(service);
      const rate = sizes.callsPerSecond;
      const rounds: Round[] = [];
      for (let round = 0; round <= sizes.rounds; round += 1) {
        const count = rate * (round === 0 ? WARM_UP_SECONDS : sizes.seconds);
        const received = receiver.expect(count);
        await generator.send({ kind: 'calls', baseUrl: system.baseUrl, key, count, rate });
        const { latencies } = await received;
        const hops: number[] = [];
        for (let n = 0; n < HOPS; n += 1) hops.push(await hop.once(`${round}-${n}`));
        if (round === 0) continue; // compiling, first connections, first plans
        rounds.push({ latencies, hops });
        const [p50, p99] = [50, 99].map((share) => percentile(latencies, share).toFixed(1));
        say(`round ${round} of ${sizes.rounds}: p50 ${p50} ms, p99 ${p99} ms`);
      }
      return [measurement(rounds, rate, 50, 6), measurement(rounds, rate, 99, 25)];
    } finally {
      await hop.close();
      await stage.stop();
    }
  },
};

function measurement(rounds: readonly Round[], rate: number, share: number, aim: number): Measurement {
  return {
    id: `webhooks.latency.p${share}`,
    unit: 'ms',
    better: 'lower',
    ours: rounds.map(({ latencies }) => percentile(latencies, share)),
    anchor: rounds.map(({ hops }) => percentile(hops, share)),
    against: `the same percentile of ${HOPS} bare messages from producer to consumer, after each round`,
    aim: { of: 'ours', value: aim },
    note: `${rate} calls/s of 8 segments; from the request's first byte to receipt over TLS; summarization and contacts are stopped`,
  };
}
