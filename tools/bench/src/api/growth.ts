import { parseKeyRing } from '@ci/config';
import { encodeCursor } from '@ci/http';
import type pg from 'pg';
import { median, type Benchmark, type BenchContext, type Measurement } from '../run/benchmark.ts';
import { onlooker } from '../run/database.ts';
import { fillCallRows } from './call-rows.ts';
import { startStage, type Stage } from './stage.ts';

const AIM = 1.5;
const WARM_UP = 3;
/** Requests of each kind and size in a round. */
const SAMPLES = 5;
const SUSPECTS = 5;
const SAMPLES_OF_SUSPECTS = 60;
const PAGE = 20;
const DEEP_PAGE = 10_000;

const filters = ['rep_id', 'from', 'to', 'outcome', 'prospect_email', 'external_id', 'updated_since'] as const;
type Filter = (typeof filters)[number];
/** Those that the first version of the API has; the others came with its extensions. */
const firstFilters: ReadonlySet<Filter> = new Set(['rep_id', 'from', 'to', 'outcome']);

/** Two workspaces of different size, each in a separate system, asked for the same pages in turn. */
export const growth: Benchmark = {
  id: 'calls.growth',
  title: 'every combination of the list’s filters, first and 10,000th page, in a large workspace and in a small one',
  async run(context) {
    const { rounds, rows } = context.sizes;
    const stands: Stand[] = [];
    try {
      for (const size of rows) stands.push(await standOf(context, size));
      const kinds = kindsOfPages();
      await timeAll(stands, kinds, WARM_UP);
      for (const { times } of stands) times.clear();
      for (let round = 1; round <= rounds; round += 1) {
        await timeAll(stands, kinds, SAMPLES);
        context.say(`round ${round} of ${rounds}: ${kinds.length} kinds of pages`);
      }
      const [small, ...larger] = stands;
      if (small === undefined) return [];
      const results: Measurement[] = [];
      for (const large of larger) {
        // Of hundreds of medians some are far off by chance: those that look worst are looked at again, at length.
        const suspects = new Set(groups.flatMap(({ belongs }) => slowest(kinds.filter(belongs), small, large)));
        for (const { name } of suspects) for (const { times } of [small, large]) times.delete(name);
        await timeAll([small, large], [...suspects], SAMPLES_OF_SUSPECTS);
        results.push(...measurementsOf(kinds, suspects, small, large));
      }
      return results;
    } finally {
      for (const { client, stage } of stands) await Promise.allSettled([client.end(), stage.stop()]);
    }
  },
};

/** A workspace of one size. */
interface Stand {
  readonly rows: number;
  readonly stage: Stage;
  readonly client: pg.Client;
  /** Calls whose values are asked for, so that every combination finds something. */
  readonly examples: readonly Example[];
  /** Where the 10,000th page begins; in a small workspace its middle. */
  readonly deep: { readonly id: string; readonly at: Date; readonly cursor: string };
  /** Milliseconds, by the name of the kind. */
  readonly times: Map<string, number[]>;
}

type Example = Readonly<Record<'rep_id' | 'outcome' | 'prospect_email' | 'external_id', string>> & {
  readonly at: Date;
};

interface Kind {
  readonly name: string;
  readonly filters: readonly Filter[];
  /** Changed since yesterday is true of few calls, changed since 500 days of half of them. */
  readonly changedWithinDays: number;
  readonly deep: boolean;
}

async function standOf({ sizes, say, ...context }: BenchContext, rows: number): Promise<Stand> {
  const stage = await startStage({ sizes, say, ...context }, `bench_growth_${rows}`);
  const client = await onlooker(stage.databaseUrl);
  const { workspaceId } = stage.tenant;
  say(`filling a workspace with ${rows} calls`);
  await fillCallRows(client, workspaceId, rows, say);
  const { rows: examples } = await client.query<Example>(
    `SELECT rep_id, outcome, prospect_email, external_id, created_at AS at FROM ingestion.calls
     WHERE workspace_id = $1 AND updated_at > now() - interval '12 hours' ORDER BY random() LIMIT 50`,
    [workspaceId],
  );
  const { rows: deep } = await client.query<{ id: string; at: Date }>(
    `SELECT id, created_at AS at FROM ingestion.calls WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1`,
    [workspaceId, Math.min(DEEP_PAGE * PAGE, Math.floor(rows / 2))],
  );
  const [place] = deep;
  if (place === undefined) throw new Error('the workspace is empty');
  const cursor = cursorAt(stage, place);
  return { rows, stage, client, examples, deep: { ...place, cursor }, times: new Map() };
}

/** The cursor that the 9,999th page would have ended with. */
function cursorAt({ system, tenant }: Stage, { id, at }: { readonly id: string; readonly at: Date }): string {
  const keys = parseKeyRing(system.environments.ingestion['CURSOR_KEYS'] ?? '');
  if (keys === undefined) throw new Error('ingestion has no key for cursors');
  return encodeCursor({ createdAt: at, id }, { list: 'calls', workspaceId: tenant.workspaceId, keys });
}

/** All subsets of the filters, on the first page and far down. */
function kindsOfPages(): Kind[] {
  const subsets = filters.reduce<readonly (readonly Filter[])[]>(
    (known, filter) => [...known, ...known.map((subset) => [...subset, filter])],
    [[]],
  );
  return subsets.flatMap((subset) =>
    (subset.includes('updated_since') ? [0.5, 500] : [0.5]).flatMap((changedWithinDays) =>
      [false, true].map((deep) => {
        const names = subset.map((filter) =>
          filter === 'updated_since' ? `${filter}(${changedWithinDays} d)` : filter,
        );
        const name = `${names.length === 0 ? 'no filter' : names.join('+')}, page ${deep ? DEEP_PAGE : 1}`;
        return { name, filters: subset, changedWithinDays, deep };
      }),
    ),
  );
}

/** The sizes in turn, so that what else the machine does meets all of them. */
async function timeAll(stands: readonly Stand[], kinds: readonly Kind[], samples: number): Promise<void> {
  for (const kind of kinds) {
    for (let turn = 0; turn < samples; turn += 1) {
      for (const stand of stands) {
        const taken = await timed(stand, kind);
        const known = stand.times.get(kind.name);
        if (known === undefined) stand.times.set(kind.name, [taken]);
        else known.push(taken);
      }
    }
  }
}

async function timed({ stage, examples, deep }: Stand, kind: Kind): Promise<number> {
  const example = examples[Math.floor(Math.random() * examples.length)];
  if (example === undefined) throw new Error('there is no call whose values could be asked for');
  const query = new URLSearchParams({ limit: String(PAGE) });
  const around = kind.deep ? deep.at : example.at;
  const days = (count: number, from = around): string => new Date(from.getTime() + count * 86_400_000).toISOString();
  const values = {
    ...example,
    from: days(-30),
    to: days(30),
    updated_since: days(-kind.changedWithinDays, new Date()),
  };
  for (const filter of kind.filters) query.set(filter, values[filter]);
  if (kind.deep) query.set('cursor', deep.cursor);
  const begin = performance.now();
  const response = await fetch(`${stage.system.baseUrl}/calls?${query.toString()}`, {
    headers: { authorization: `Bearer ${stage.tenant.key}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${kind.name} answered ${response.status}: ${text}`);
  return performance.now() - begin;
}

const isFirst = ({ filters: used }: Kind): boolean => used.every((filter) => firstFilters.has(filter));

/** What is reported in one line each. */
const groups: readonly { readonly name: string; readonly belongs: (kind: Kind) => boolean }[] = [
  { name: 'first-filters.page-1', belongs: (kind) => isFirst(kind) && !kind.deep },
  { name: `first-filters.page-${DEEP_PAGE}`, belongs: (kind) => isFirst(kind) && kind.deep },
  { name: 'all-filters.page-1', belongs: ({ deep }) => !deep },
  { name: `all-filters.page-${DEEP_PAGE}`, belongs: ({ deep }) => deep },
];

/** Those that grow most, the worst first. */
function slowest(kinds: readonly Kind[], small: Stand, large: Stand): Kind[] {
  const ratio = ({ name }: Kind): number => median(large.times.get(name) ?? []) / median(small.times.get(name) ?? []);
  return kinds.toSorted((one, other) => ratio(other) - ratio(one)).slice(0, SUSPECTS);
}

function measurementsOf(
  kinds: readonly Kind[],
  suspects: ReadonlySet<Kind>,
  small: Stand,
  large: Stand,
): Measurement[] {
  const measurementOf = ({ name }: Kind): Measurement => ({
    id: `calls.growth.${large.rows}: ${name}`,
    unit: 'ms',
    better: 'lower',
    ours: large.times.get(name) ?? [],
    anchor: small.times.get(name) ?? [],
    against: `the same in a workspace of ${small.rows} calls, in turn; one client`,
    aim: { of: 'ratio', value: AIM },
  });
  const worst = groups.flatMap(({ name, belongs }): Measurement[] => {
    const [kind] = slowest([...suspects].filter(belongs), small, large);
    if (kind === undefined) return [];
    const id = `calls.growth.${large.rows}.${name}`;
    return [{ ...measurementOf(kind), id, note: `that grows most: ${kind.name}` }];
  });
  return [...worst, ...kinds.map((kind) => ({ ...measurementOf(kind), onlyInJson: true as const }))];
}
