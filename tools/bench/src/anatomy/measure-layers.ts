import type { BenchContext, Measurement } from '../run/benchmark.ts';
import { processorTime } from '../run/processes.ts';
import { perSecond } from '../run/repeat.ts';

/** One way to do the same; each layer adds something to the one before. */
export interface Layer {
  readonly id: string;
  /** What it adds. */
  readonly adds: string;
  /** Does it once, or `size` times; many at a time. */
  readonly run?: () => Promise<unknown>;
  readonly size?: number;
  /** In place of `run`, where others repeat it. */
  readonly during?: (seconds: number) => Promise<Done>;
  /** What is no part of it, before and after. */
  readonly before?: (seconds: number) => Promise<unknown>;
  readonly after?: () => Promise<unknown>;
  /** The processes whose time is Node's, if this one only looks on. */
  readonly pids?: readonly number[];
}

interface Done {
  readonly done: number;
  readonly rate: number;
}

interface Costs {
  readonly rate: number;
  readonly node: number;
  readonly postgres: number;
}

/** All layers in turn, round by round, so that what the machine does meanwhile meets all of them. `clean` empties the tables between two. */
export async function measureLayers(
  { infrastructure, sizes, say }: BenchContext,
  about: { readonly id: string; readonly unit: string; readonly clients: number; readonly warmUpSeconds?: number },
  layers: readonly Layer[],
  clean: () => Promise<unknown>,
): Promise<readonly Measurement[]> {
  const { id, unit, clients, warmUpSeconds = 1 } = about;
  const rounds = new Map<Layer, Costs[]>(layers.map((layer) => [layer, []]));
  for (let round = 0; round <= sizes.rounds; round += 1) {
    for (const layer of layers) {
      const costs = await costsOf(
        layer,
        clients,
        round === 0 ? warmUpSeconds : sizes.seconds,
        infrastructure.pids.postgres,
      );
      await clean();
      if (round === 0) continue; // compiling, preparing
      rounds.get(layer)?.push(costs);
      const { rate, node, postgres } = costs;
      const times = `Node ${node.toFixed(3)} ms, Postgres ${postgres.toFixed(3)} ms`;
      say(`round ${round} of ${sizes.rounds}: ${layer.id} ${rate.toFixed(0)} ${unit}/s, ${times}`);
    }
  }
  const [first] = layers;
  return layers.flatMap((layer) => {
    const figures = (of: keyof Costs, which = layer): number[] => (rounds.get(which) ?? []).map((costs) => costs[of]);
    const shared = { anchor: [], against: 'nothing', note: layer.adds } as const;
    return [
      {
        id: `${id}.${layer.id}`,
        unit: `${unit}/s`,
        better: 'higher',
        ours: figures('rate'),
        anchor: figures('rate', first),
        against: `${first?.adds}, ${clients} at a time`,
        note: layer.adds,
      },
      { id: `${id}.${layer.id}.node`, unit: 'ms', better: 'lower', ours: figures('node'), ...shared },
      { id: `${id}.${layer.id}.postgres`, unit: 'ms', better: 'lower', ours: figures('postgres'), ...shared },
    ] satisfies Measurement[];
  });
}

/** Milliseconds of processor time for each. Without `pids` this process is client and load at once. */
async function costsOf(layer: Layer, clients: number, seconds: number, postgresPid: number): Promise<Costs> {
  await layer.before?.(seconds);
  const { during = repeated(layer, clients) } = layer;
  const [node, postgres] = [nodeTime(layer), processorTime(postgresPid)];
  const { done, rate } = await during(seconds);
  const used = nodeTime(layer) - node;
  const ofPostgres = (processorTime(postgresPid) ?? NaN) - (postgres ?? NaN);
  await layer.after?.();
  return { rate, node: used / done, postgres: ofPostgres / done };
}

/** `run`, by so many at a time. */
export function repeated({ run, size = 1 }: Layer, clients: number): NonNullable<Layer['during']> {
  return async (seconds) => {
    let done = 0;
    const rate = await perSecond(clients, seconds, async () => {
      await run?.();
      done += size;
    });
    return { done, rate: rate * size };
  };
}

function nodeTime({ pids }: Layer): number {
  if (pids !== undefined) return pids.reduce((sum, pid) => sum + (processorTime(pid) ?? NaN), 0);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
