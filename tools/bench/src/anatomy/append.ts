import { randomUUID } from 'node:crypto';
import { eventStoreRights, runCommand } from '@ci/event-store';
import { messagingRights } from '@ci/messaging';
import { createDataSource, inTransaction, inWorkspace } from '@ci/database';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { addLine, createNote, plainInsert } from '../store/append.ts';
import { note, noteStream, noteText, openNotes } from '../store/notes.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { measureLayers, type Layer } from './measure-layers.ts';
import { fullStatement, leanStatement, leanTables, noteParameters, separateStatements } from './statements.ts';

const schema = 'bench_anatomy';

/** From one statement of the prototype to a command of a service, a layer at a time. */
export const appendAnatomy: Benchmark = {
  id: 'anatomy.append',
  title: 'what each layer of a command costs: stream, event, personal part, read model and message of a new stream',
  async run(context) {
    const { infrastructure, sizes } = context;
    const dataSource = await openNotes(infrastructure.databaseUrl, schema, sizes.pool);
    for (const statement of leanTables) await dataSource.query(statement);
    const requests = await openForRequests(dataSource, infrastructure.databaseUrl, sizes.pool);
    const pools = [false, true].map(
      (pipeline) =>
        new pg.Pool({
          connectionString: infrastructure.databaseUrl,
          max: sizes.pool,
          options: `-c search_path=${schema}`,
          pipeline,
        }),
    );
    const [pool, pipelined] = pools as [pg.Pool, pg.Pool];
    try {
      const layers: readonly Layer[] = [
        { id: 'plain', adds: 'INSERT … RETURNING of one row, prepared, plain pg', run: () => plainBy(pool) },
        { id: 'statement', adds: "the prototype's one statement on lean tables", run: () => once(pool, leanStatement) },
        { id: 'tables', adds: 'the tables of the services', run: () => once(pool, fullStatement) },
        {
          id: 'pipelined',
          adds: 'BEGIN, append, read model, message and COMMIT as five statements, sent at once',
          run: () => inSteps(pipelined, true),
        },
        { id: 'trips', adds: 'each of the five waits for the one before', run: () => inSteps(pool, false) },
        { id: 'typeorm', adds: "TypeORM's transaction, the client that prepares", run: () => byTypeOrm(dataSource) },
        { id: 'rows', adds: 'row-level security', run: () => inWorkspace('wsp_bench', () => byTypeOrm(requests)) },
        {
          id: 'created',
          adds: 'instead of all that: createStream, a command in one statement',
          run: () => inWorkspace('wsp_bench', () => createNote(requests)),
        },
        {
          id: 'command',
          adds: 'decider, order guard, envelope and contract of the message',
          run: () => inWorkspace('wsp_bench', () => addNewNote(requests, true)),
        },
        {
          id: 'load',
          adds: 'load of the stream, which is not known to be new',
          run: () => inWorkspace('wsp_bench', () => addNewNote(requests, false)),
        },
        { id: 'insert', adds: 'the plain INSERT through TypeORM', run: () => plainInsert(dataSource) },
      ];
      const tables = 'plain, notes, event_personal, events, streams, outbox';
      const lean = 'lean_streams, lean_events, lean_personal, lean_notes, lean_outbox';
      const about = { id: 'anatomy.append', unit: 'commands', clients: sizes.clients };
      return await measureLayers(context, about, layers, () => dataSource.query(`TRUNCATE ${tables}, ${lean}`));
    } finally {
      await Promise.all([...pools.map((one) => one.end()), dataSource.destroy(), requests.destroy()]);
    }
  },
};

/** Connections under a role like that of a service's requests. */
async function openForRequests(owner: DataSource, databaseUrl: string, poolSize: number): Promise<DataSource> {
  const role = `${schema}_requests`;
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'bench'`);
  await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  const rights = { ...eventStoreRights.requests, ...messagingRights.requests, notes: 'SELECT, INSERT, UPDATE' };
  for (const [table, some] of Object.entries(rights)) await owner.query(`GRANT ${some} ON ${table} TO ${role}`);
  const url = new URL(databaseUrl);
  [url.username, url.password] = [role, 'bench'];
  const options = { url: url.href, schema, poolSize, applicationName: 'bench', rows: 'workspace' } as const;
  return createDataSource(options).initialize();
}

function plainBy(pool: pg.Pool): Promise<unknown> {
  const values = [noteStream(randomUUID()).id, JSON.stringify({ line: 1 }), noteText];
  const text = 'INSERT INTO plain (stream_id, data, text) VALUES ($1, $2, $3) RETURNING id, at';
  return pool.query({ name: 'plain', text, values });
}

function once(pool: pg.Pool, text: string): Promise<unknown> {
  return pool.query({ name: text === leanStatement ? 'lean' : 'full', text, values: noteParameters() });
}

async function inSteps(pool: pg.Pool, together: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    const steps = [
      { text: 'BEGIN' },
      ...separateStatements(noteParameters()).map((step, index) => ({ name: `step_${index}`, ...step })),
      { text: 'COMMIT' },
    ];
    if (together) await Promise.all(steps.map((step) => client.query(step)));
    else for (const step of steps) await client.query(step);
  } finally {
    client.release();
  }
}

function byTypeOrm(dataSource: DataSource): Promise<unknown> {
  return dataSource.transaction(async (tx) => {
    for (const { text, values } of separateStatements(noteParameters())) await tx.query(text, values);
  });
}

function addNewNote(dataSource: DataSource, isNew: boolean): Promise<unknown> {
  return inTransaction(dataSource, (tx) => runCommand(tx, note, { ...addLine(randomUUID()), isNew }));
}
