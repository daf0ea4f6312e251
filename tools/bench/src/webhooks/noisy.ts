import { percentile, type Benchmark, type BenchContext } from '../run/benchmark.ts';
import { startStage, type Stage, type Tenant } from './stage.ts';

const WARM_UP_SECONDS = 4;
/** So much longer than a timed round: attempts have to run into their time limit of 15 s several times. */
const TIMES_A_ROUND = 15;

/** The webhooks service with a tenant whose endpoint never answers, and one that does. */
export const noisy: Benchmark = {
  id: 'webhooks.noisy',
  title: 'a healthy tenant beside one whose endpoint hangs',
  async run(context) {
    const { sizes, say } = context;
    const stage = await startStage(context, 'bench_webhooks_noisy');
    try {
      const healthy = await stage.tenant('healthy', ['/healthy']);
      const hanging = await stage.tenant('hanging', ['/hang']);
      for (const service of ['gateway', 'ingestion', 'summarization', 'contacts'] as const) {
        await stage.system.stopService(service);
      }
      const rate = sizes.callsPerSecond;
      await delivered(context, stage, { workspaces: [healthy], seconds: WARM_UP_SECONDS });
      const alone = await delivered(context, stage, { workspaces: [healthy], seconds: sizes.seconds });
      const seconds = sizes.seconds * TIMES_A_ROUND;
      say(`alone p99 ${percentile(alone, 99).toFixed(1)} ms; now beside a hanging endpoint for ${seconds} s`);
      const beside = await delivered(context, stage, { workspaces: [healthy, hanging], seconds });
      return ([50, 99] as const).map((share) => ({
        id: `webhooks.noisy.p${share}`,
        unit: 'ms',
        better: 'lower' as const,
        ours: [percentile(beside, share)],
        anchor: [percentile(alone, share)],
        against: 'the healthy tenant alone',
        ...(share === 99 ? { aim: { of: 'ours' as const, value: 100 } } : {}),
        note: `${rate} events/s for each of the two tenants, ${seconds} s; from the event's send to Kafka to its receipt; all ${beside.length} came`,
      }));
    } finally {
      await stage.stop();
    }
  },
};

/** Latencies of the deliveries that arrive, while each workspace has events at the same rate. */
async function delivered(
  { infrastructure, sizes }: BenchContext,
  { receiver, generator }: Stage,
  { workspaces, seconds }: { readonly workspaces: readonly Tenant[]; readonly seconds: number },
): Promise<readonly number[]> {
  const each = sizes.callsPerSecond * seconds;
  const received = receiver.expect(each);
  await generator.send({
    kind: 'events',
    brokers: infrastructure.brokers,
    workspaces: workspaces.map(({ workspaceId }) => workspaceId),
    count: each * workspaces.length,
    rate: sizes.callsPerSecond * workspaces.length,
  });
  return (await received).latencies;
}
