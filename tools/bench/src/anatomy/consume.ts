import type { EventData } from '@ci/contracts';
import { createDataSource, inTransaction } from '@ci/database';
import { idFromUuid } from '@ci/ids';
import type { BatchHandler, RawRecord } from '@ci/messaging';
import { databaseOf } from '@ci/testing/system';
import pg from 'pg';
import type { Benchmark } from '../run/benchmark.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { Generator } from '../webhooks/stage.ts';
import { nextBatch, overKafka, PARTITIONS, readBatch, transportOf } from './batches.ts';
import { leanParameters, leanStatement, leanTables } from './consume-statements.ts';
import { handlersOfContacts } from './contacts-handlers.ts';
import { measureLayers, type Layer } from './measure-layers.ts';

/** As many as share a transaction. */
const BATCH = 200;
const database = 'bench_anatomy_consume';
const workspaceId = idFromUuid('wsp', '019aa000-0000-7000-8000-000000000001');
const tables =
  'plain, lean_inbox, lean_calls, lean_contacts, inbox, events, event_personal, streams, outbox, contacts, contact_calls';

/** From one statement of the prototype for a batch of messages to the handler of contacts behind Kafka, a layer at a time. */
export const consumeAnatomy: Benchmark = {
  id: 'anatomy.consume',
  title: 'what each layer of a consumed message costs: call.ended in contacts, in batches of 200',
  async run(context) {
    const { infrastructure } = context;
    const { system } = await startOwnSystem(context, database);
    await system.stop(); // what remains is its database, and its topics
    const contacts = await handlersOfContacts(system.environments.contacts);
    const { databaseUrl: url } = contacts;
    const options = { url, schema: 'contacts', poolSize: 2 * PARTITIONS, applicationName: 'bench' };
    const dataSource = await createDataSource(options).initialize();
    const pool = new pg.Pool({
      connectionString: databaseOf(infrastructure.databaseUrl, database),
      max: 2 * PARTITIONS,
      options: '-c search_path=contacts',
    });
    const generator = new Generator();
    try {
      for (const statement of leanTables) await pool.query(statement);
      await pool.query(`GRANT ALL ON plain, lean_inbox, lean_calls, lean_contacts TO "${new URL(url).username}"`);
      const consuming = { service: 'contacts', brokers: infrastructure.brokers, dataSource };
      const read = (handler: BatchHandler): (() => Promise<void>) => {
        const transport = transportOf({ ...consuming, handler });
        return () => readBatch(transport, nextBatch(workspaceId, BATCH));
      };
      const { handlers } = transportOf({ ...consuming, handler: () => undefined });
      const layers: readonly Layer[] = [
        {
          id: 'plain',
          adds: 'a multi-row INSERT of the messages as they are, prepared, plain pg',
          run: () => storePlain(pool, nextBatch(workspaceId, BATCH)),
        },
        {
          id: 'statement',
          adds: "JSON, and the prototype's one statement for a batch: inbox, calls, contacts",
          run: async () => {
            const [text, values] = [leanStatement, parametersOf(nextBatch(workspaceId, BATCH))];
            await pool.query({ name: 'statement', text, values });
          },
        },
        {
          id: 'transaction',
          adds: "TypeORM's transaction, the client that prepares",
          run: () => {
            const values = parametersOf(nextBatch(workspaceId, BATCH));
            return inTransaction(dataSource, (tx) => tx.query(leanStatement, values));
          },
        },
        {
          id: 'checked',
          adds: 'envelope and contract of each message',
          run: () => {
            const read = nextBatch(workspaceId, BATCH).map((record) => handlers.read(record));
            const ids = read.map(({ message }) => message.id);
            const values = leanParameters(ids, read.map(({ data }) => data) as EventData<'call.ended'>[]);
            return inTransaction(dataSource, (tx) => tx.query(leanStatement, values));
          },
        },
        {
          id: 'inbox',
          adds: "the transport's reader and processor: lock of the partition, inbox, parking",
          run: read(contacts.lean),
        },
        { id: 'locks', adds: 'locks of calls and contacts, the look for deleted calls', run: read(contacts.locks) },
        {
          id: 'append',
          adds: 'in place of the statement: load, decider, append with its order guard',
          run: read(contacts.append),
        },
        { id: 'rows', adds: "contacts' two read models", run: read(contacts.rows) },
        { id: 'handler', adds: 'contact.created into the outbox: all of the handler', run: read(contacts.all) },
        {
          id: 'kafka',
          adds: 'kafkajs',
          ...overKafka(generator, { ...consuming, handler: contacts.all }, workspaceId),
        },
      ].map((layer) => ({ ...layer, size: BATCH }));
      const about = { id: 'anatomy.consume', unit: 'messages', clients: PARTITIONS };
      return await measureLayers(context, about, layers, async () => {
        const { rowCount } = await pool.query('SELECT FROM parked_messages LIMIT 1');
        if (rowCount !== 0) throw new Error('messages were parked: the figures would say nothing');
        await pool.query(`TRUNCATE ${tables}`);
      });
    } finally {
      await Promise.all([generator.stop(), pool.end(), dataSource.destroy()]);
    }
  },
};

function storePlain(pool: pg.Pool, records: readonly RawRecord[]): Promise<unknown> {
  const values = [idsOf(records), records.map(({ key }) => key), records.map(({ value }) => value.toString('utf8'))];
  const text = 'INSERT INTO plain SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])';
  return pool.query({ name: 'plain', text, values });
}

const idsOf = (records: readonly RawRecord[]): string[] => records.map(({ headers }) => headers['ce_id'] ?? '');

function parametersOf(records: readonly RawRecord[]): unknown[][] {
  const data = records.map(({ value }) => JSON.parse(value.toString('utf8')) as EventData<'call.ended'>);
  return leanParameters(idsOf(records), data);
}
