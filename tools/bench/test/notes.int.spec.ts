import { randomUUID } from 'node:crypto';
import { load, rebuildProjection } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import { LINES_PER_NOTE, noteEvents, noteStream, noteText, openNotes, seedNotes } from '../src/store/notes.ts';
import { notesProjection } from '../src/store/rebuild.ts';

const schema = `bench_${randomUUID().replaceAll('-', '')}`;
let dataSource: DataSource;

beforeAll(async () => {
  dataSource = await openNotes(process.env['TEST_DATABASE_URL'] ?? '', schema, 2);
});

afterAll(async () => {
  await dataSource.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await dataSource.destroy();
});

test('store.rebuild ended with "null in event_personal.data": what is seeded is what commands would have left', async () => {
  await seedNotes(dataSource, 0, 3);
  const { events } = await load(dataSource.manager, noteStream('1').id, noteEvents);
  expect(events).toHaveLength(LINES_PER_NOTE);
  expect(events[0]?.event.personal).toEqual({ text: noteText });
  // The read model, too: the rebuild finds no difference.
  const { outcome } = await rebuildProjection({ dataSource, projection: notesProjection });
  expect(outcome).toBe('swapped');
});
