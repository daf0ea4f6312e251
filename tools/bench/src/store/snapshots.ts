import { append as appendEvents, loadState } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import type { Benchmark, Measurement } from '../run/benchmark.ts';
import { durations } from '../run/repeat.ts';
import { noteDecider, noteEvents, noteStream, noteText, openNotes, type NoteEvent } from './notes.ts';

const lengths = [10, 100, 1_000];
const SAMPLES = 40;

/** What a snapshot could save: loading and folding a stream, against reading one row with the state and no event after it. */
export const snapshots: Benchmark = {
  id: 'snapshots',
  title: 'load and fold of streams of 10, 100 and 1,000 events, against a row with the state',
  async run({ infrastructure, sizes, say }) {
    const dataSource = await openNotes(infrastructure.databaseUrl, 'bench_snapshots', 2);
    try {
      await dataSource.query(
        `CREATE TABLE snapshots (stream_id text PRIMARY KEY, version bigint NOT NULL, state text NOT NULL)`,
      );
      for (const length of lengths) await writeStream(dataSource, length);
      await dataSource.query('VACUUM ANALYZE');
      const measurements: Measurement[] = [];
      for (const length of lengths) {
        measurements.push(await compare(dataSource, length, sizes.rounds));
        say(`streams of ${length} events measured`);
      }
      return measurements;
    } finally {
      await dataSource.destroy();
    }
  },
};

async function writeStream(dataSource: DataSource, length: number): Promise<void> {
  const stream = noteStream(`of-${length}`);
  const events = Array.from({ length }, (_, line): NoteEvent => ({
    type: 'LineAdded',
    data: { line: line + 1 },
    personal: { text: noteText },
  }));
  await dataSource.transaction((tx) => appendEvents(tx, stream, 0, events, {}, noteEvents));
  await dataSource.query('INSERT INTO snapshots VALUES ($1, $2, $3)', [
    stream.id,
    length,
    JSON.stringify({ lines: length }),
  ]);
}

async function compare(dataSource: DataSource, length: number, rounds: number): Promise<Measurement> {
  const { id } = noteStream(`of-${length}`);
  const [ours, anchor]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const loaded = await durations(SAMPLES, () => loadState(dataSource.manager, id, noteDecider, noteEvents));
    const read = await durations(SAMPLES, () => readSnapshot(dataSource, id));
    if (round === 0) continue; // warming up
    ours.push(...loaded);
    anchor.push(...read);
  }
  return {
    id: `snapshots.${length}`,
    unit: 'ms',
    better: 'lower',
    ours,
    anchor,
    against: 'one row with the state, and a look for events after it, in one statement',
    note: 'each event with a personal part of 280 characters; one client',
  };
}

async function readSnapshot(dataSource: DataSource, id: string): Promise<unknown> {
  const [row] = await dataSource.query<{ state: string }[]>(
    `SELECT s.state, (SELECT count(*) FROM events e WHERE e.stream_id = s.stream_id AND e.version > s.version) AS after
     FROM snapshots s WHERE s.stream_id = $1`,
    [id],
  );
  return row === undefined ? undefined : JSON.parse(row.state);
}
