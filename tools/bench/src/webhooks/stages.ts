import { TraceCollector, until, type CollectedSpan } from '@ci/testing';
import type { Benchmark, Measurement } from '../run/benchmark.ts';
import { percentile } from '../run/benchmark.ts';
import { callTimes, stagesOf } from './call-stages.ts';
import { WARM_UP_SECONDS } from './latency.ts';
import { startStage } from './stage.ts';

const DELIVERED = 'deliver webhook';

/** What `webhooks.latency` consists of, by the spans of each call: all services use the system's clock. */
export const stages: Benchmark = {
  id: 'webhooks.stages',
  title: 'from POST /v1/calls to the delivery of call.ended, stage by stage',
  async run(context) {
    const { sizes, say } = context;
    const collector = await TraceCollector.start();
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const stage = await startStage(context, 'bench_webhooks_stages', {
      gateway: tracing,
      ingestion: tracing,
      webhooks: tracing,
    });
    const { system, generator, receiver } = stage;
    try {
      const { key } = await stage.tenant('bench', ['/endpoint']);
      for (const service of ['summarization', 'contacts'] as const) await system.stopService(service);
      const rate = sizes.callsPerSecond;
      const rounds: (readonly (readonly number[])[])[] = [];
      for (let round = 0; round <= sizes.rounds; round += 1) {
        const count = rate * (round === 0 ? WARM_UP_SECONDS : sizes.seconds);
        collector.spans.length = 0;
        const received = receiver.expect(count);
        await generator.send({ kind: 'calls', baseUrl: system.baseUrl, key, count, rate });
        await received;
        const calls = await allOf(collector, count);
        if (round === 0) continue; // compiling, first connections, first plans
        rounds.push(calls);
        say(`round ${round} of ${sizes.rounds}, p50 and p99 in ms, since the request:`);
        for (const [index, { name }] of stagesOf.entries()) {
          const [own, since] = [durations(calls, index), durations(calls, index, 0)];
          say(`  ${name.padEnd(34)} ${twoOf(own)}   ${twoOf(since)}`);
        }
      }
      return stagesOf.flatMap((_, index) => [measured(rounds, index, 50, rate), measured(rounds, index, 99, rate)]);
    } finally {
      await stage.stop();
      await collector.close();
    }
  },
};

/** The times of each call, when its last span has come: services send theirs every few seconds. */
async function allOf(collector: TraceCollector, count: number): Promise<readonly (readonly number[])[]> {
  let complete: readonly (readonly number[])[] = [];
  await until(
    () => {
      if (collector.spans.filter(({ name }) => name === DELIVERED).length < count) return false;
      const traces = Map.groupBy(collector.spans, ({ traceId }: CollectedSpan) => traceId);
      complete = [...traces.values()].flatMap((spans) => {
        const times = callTimes(spans);
        return times === undefined ? [] : [times];
      });
      return complete.length >= count;
    },
    { timeoutMs: 60_000, intervalMs: 500, describe: () => `the spans of ${count} calls, so far ${complete.length}` },
  );
  return complete;
}

/** Of each call, from the end of stage `from` to that of `index`; its own part by default. */
function durations(calls: readonly (readonly number[])[], index: number, from = index): readonly number[] {
  return calls.map((times) => (times[index + 1] ?? NaN) - (times[from] ?? NaN));
}

function twoOf(values: readonly number[]): string {
  return [50, 99].map((share) => percentile(values, share).toFixed(2).padStart(8)).join('');
}

function measured(
  rounds: readonly (readonly (readonly number[])[])[],
  index: number,
  share: number,
  rate: number,
): Measurement {
  const { id = '', name = '' } = stagesOf[index] ?? {};
  return {
    id: `webhooks.stages.${id}.p${share}`,
    unit: 'ms',
    better: 'lower',
    ours: rounds.map((calls) => percentile(durations(calls, index), share)),
    anchor: rounds.map((calls) => percentile(durations(calls, index, 0), share)),
    against: 'the same since the request came in',
    note: `${name}; ${rate} calls/s of 8 segments, all of them traced; summarization and contacts are stopped`,
  };
}
