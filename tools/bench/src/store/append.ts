import { randomUUID } from 'node:crypto';
import { inTransaction } from '@ci/database';
import { runCommand, runFirstCommand } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import type { Benchmark } from '../run/benchmark.ts';
import { perSecond } from '../run/repeat.ts';
import { note, noteStream, noteText, openNotes } from './notes.ts';

/** A command as every service runs it, against one statement of the same size by the same client and pool. */
export const append: Benchmark = {
  id: 'store.append',
  title: 'stream, event, personal part, read model and outbox row of a new stream, against a plain INSERT … RETURNING',
  async run({ infrastructure, sizes, say }) {
    const { rounds, seconds, clients, pool } = sizes;
    const dataSource = await openNotes(infrastructure.databaseUrl, 'bench_append', pool);
    const [ours, anchor]: [number[], number[]] = [[], []];
    try {
      await perSecond(clients, 1, () => createNote(dataSource));
      await perSecond(clients, 1, () => plainInsert(dataSource));
      for (let round = 1; round <= rounds; round += 1) {
        ours.push(await perSecond(clients, seconds, () => createNote(dataSource)));
        anchor.push(await perSecond(clients, seconds, () => plainInsert(dataSource)));
        say(`round ${round} of ${rounds}: ${ours.at(-1)?.toFixed(0)}/s, plain ${anchor.at(-1)?.toFixed(0)}/s`);
        await dataSource.query('TRUNCATE plain, notes, event_personal, events, streams, outbox');
      }
    } finally {
      await dataSource.destroy();
    }
    const against = `INSERT … RETURNING of one row with the same text, ${clients} clients, pool of ${pool}`;
    return [
      {
        id: 'store.append',
        unit: 'commands/s',
        better: 'higher',
        ours,
        anchor,
        against,
        aim: { of: 'ratio', value: 0.5 },
      },
    ];
  },
};

/** The first command of a stream that is known to be new, as calls are recorded. */
export async function createNote(dataSource: DataSource): Promise<void> {
  await runFirstCommand(dataSource, note, addLine(randomUUID()));
}

/** The first command of a stream that might exist, with a transaction: loaded, then appended to. */
export async function addNote(dataSource: DataSource, id: string = randomUUID()): Promise<void> {
  await inTransaction(dataSource, (tx) => runCommand(tx, note, addLine(id)));
}

export const addLine = (id: string) => ({
  stream: noteStream(id),
  command: { type: 'AddLine', text: noteText } as const,
  metadata: { correlationId: id },
});

export function plainInsert(dataSource: DataSource): Promise<unknown> {
  return dataSource.query('INSERT INTO plain (stream_id, data, text) VALUES ($1, $2, $3) RETURNING id, at', [
    noteStream(randomUUID()).id,
    JSON.stringify({ line: 1 }),
    noteText,
  ]);
}
