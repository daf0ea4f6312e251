import { defineProjection, rebuildProjection } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import type { Benchmark } from '../run/benchmark.ts';
import { LINES_PER_NOTE, noteEvents, openNotes, projectNotes, seedNotes } from './notes.ts';

const NOTES_AT_ONCE = 2_000;

export const notesProjection = defineProjection({
  name: 'notes',
  tables: ['notes'],
  streamTypes: ['note'],
  catalogue: noteEvents,
  projector: projectNotes,
});

/** How fast a read model is made from scratch. The anchor shows what Postgres alone could do with the same events. */
export const rebuild: Benchmark = {
  id: 'store.rebuild',
  title: 'a read model made anew beside the one in use, compared and swapped',
  async run({ infrastructure, sizes, say }) {
    const dataSource = await openNotes(infrastructure.databaseUrl, 'bench_rebuild', 4);
    const [ours, anchor]: [number[], number[]] = [[], []];
    try {
      const events = await seed(dataSource, sizes.events[1] ?? sizes.events[0] ?? NOTES_AT_ONCE * LINES_PER_NOTE);
      for (let round = 1; round <= sizes.rounds; round += 1) {
        const rate = async (work: () => Promise<unknown>): Promise<number> => {
          const begin = performance.now();
          await work();
          return (events / (performance.now() - begin)) * 1000;
        };
        ours.push(await rate(() => rebuilt(dataSource)));
        anchor.push(await rate(() => copyByStatement(dataSource)));
        say(`round ${round} of ${sizes.rounds}: ${Math.round(ours.at(-1) ?? 0)} events/s`);
      }
    } finally {
      await dataSource.destroy();
    }
    return [
      {
        id: 'store.rebuild',
        unit: 'events/s',
        better: 'higher',
        ours,
        anchor,
        against: 'one SQL statement that makes the same rows from the events, with their index',
        aim: { of: 'ours', value: 20_000 },
      },
    ];
  },
};

/** To the swap: what ends before it has done less. */
async function rebuilt(dataSource: DataSource): Promise<void> {
  const { outcome } = await rebuildProjection({ dataSource, projection: notesProjection });
  if (outcome !== 'swapped') throw new Error(`The rebuild ended with "${outcome}" instead of its swap.`);
}

async function seed(dataSource: DataSource, events: number): Promise<number> {
  const notes = Math.max(1, Math.round(events / LINES_PER_NOTE));
  for (let from = 0; from < notes; from += NOTES_AT_ONCE) {
    await seedNotes(dataSource, from, Math.min(NOTES_AT_ONCE, notes - from));
  }
  await dataSource.query('VACUUM ANALYZE');
  return notes * LINES_PER_NOTE;
}

async function copyByStatement(dataSource: DataSource): Promise<void> {
  await dataSource.query('CREATE TABLE copied (LIKE notes INCLUDING ALL)');
  await dataSource.query(
    `INSERT INTO copied SELECT stream_id, workspace_id, max((data->>'line')::int), max(recorded_at) FROM events GROUP BY 1, 2`,
  );
  await dataSource.query('DROP TABLE copied');
}
