import { randomUUID } from 'node:crypto';
import { load, readAll, type StoreCursor } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import type { Benchmark, Measurement } from '../run/benchmark.ts';
import { durations } from '../run/repeat.ts';
import { addNote } from './append.ts';
import { LINES_PER_NOTE, noteEvents, noteStream, openNotes, seedNotes } from './notes.ts';

const SAMPLES = 200;
const SEED_STEP = 20_000;

/** What one client waits for at growing sizes of the store; the anchor is the same at the first size. */
export const growth: Benchmark = {
  id: 'growth',
  title: 'append, load, readAll and a list page as the store grows',
  async run({ infrastructure, sizes, say }) {
    const dataSource = await openNotes(infrastructure.databaseUrl, 'bench_growth', 4);
    const measured = new Map<number, Costs>();
    try {
      let stored = 0;
      for (const events of sizes.events) {
        while (stored < events) {
          const step = Math.min(SEED_STEP, events - stored);
          await seedNotes(dataSource, stored / LINES_PER_NOTE, step / LINES_PER_NOTE);
          stored += step;
          if (stored % (SEED_STEP * 10) === 0) say(`${stored} events`);
        }
        await dataSource.query('VACUUM ANALYZE');
        measured.set(events, await costsAt(dataSource, events / LINES_PER_NOTE));
        say(`measured at ${events} events`);
      }
    } finally {
      await dataSource.destroy();
    }
    return measurementsOf(measured);
  },
};

const operations = ['append', 'load', 'readAll', 'list'] as const;
type Costs = Readonly<Record<(typeof operations)[number], readonly number[]>>;

async function costsAt(dataSource: DataSource, notes: number): Promise<Costs> {
  const anyNote = (): number => Math.floor(Math.random() * notes);
  const cursors = await someCursors(dataSource, notes * LINES_PER_NOTE);
  const cursor = (turn: number): StoreCursor =>
    cursors[turn % cursors.length] ?? { transactionId: '0', globalPosition: '0' };
  const cost = async (work: (turn: number) => Promise<unknown>): Promise<number[]> => {
    await durations(SAMPLES / 4, work);
    return durations(SAMPLES, work);
  };
  return {
    append: await cost(() => addNote(dataSource, `new-${randomUUID()}`)),
    load: await cost(() => load(dataSource.manager, noteStream(String(anyNote())).id, noteEvents)),
    readAll: await cost((turn) => readAll(dataSource, cursor(turn), 500, noteEvents)),
    list: await cost(() => listPage(dataSource, anyNote())),
  };
}

/** A page of 20 from anywhere in the list, by keyset as the services do it. */
function listPage(dataSource: DataSource, note: number): Promise<unknown> {
  return dataSource.query(
    `SELECT stream_id, lines, changed_at FROM notes
     WHERE workspace_id = 'wsp_bench' AND (changed_at, stream_id) <= (SELECT changed_at, stream_id FROM notes WHERE stream_id = $1)
     ORDER BY changed_at DESC, stream_id DESC LIMIT 21`,
    [noteStream(String(note)).id],
  );
}

/** Places all over the store, from where a reader goes on. */
async function someCursors(dataSource: DataSource, events: number): Promise<StoreCursor[]> {
  const rows: { transaction_id: string; global_position: string }[] = await dataSource.query(
    `SELECT transaction_id::text AS transaction_id, global_position FROM events WHERE global_position % $1 = 0 ORDER BY random() LIMIT 50`,
    [Math.max(1, Math.floor(events / 200))],
  );
  return rows.map((row) => ({ transactionId: row.transaction_id, globalPosition: row.global_position }));
}

function measurementsOf(measured: ReadonlyMap<number, Costs>): Measurement[] {
  const [first] = measured.values();
  return [...measured].flatMap(([events, costs]) =>
    operations.map((operation): Measurement => ({
      id: `growth.${operation}.${events}`,
      unit: 'ms',
      better: 'lower',
      ours: costs[operation],
      anchor: first?.[operation] ?? [],
      against: `the same at ${[...measured.keys()][0]} events: not in turn, the sizes follow each other`,
      note: whatOne[operation],
    })),
  );
}

const whatOne = {
  append: 'a new stream with read model and outbox row, one client',
  load: `a stream of ${LINES_PER_NOTE} events with personal parts`,
  readAll: '500 events from anywhere in the store',
  list: '21 rows from anywhere in the list',
} as const;
