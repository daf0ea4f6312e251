import { createDataSource } from '@ci/database';
import { idFromUuid } from '@ci/ids';
import type { BatchHandler } from '@ci/messaging';
import { databaseOf } from '@ci/testing/system';
import pg from 'pg';
import type { Benchmark } from '../run/benchmark.ts';
import { startStage } from '../webhooks/stage.ts';
import { nextBatch, overKafka, readBatch, transportOf } from './batches.ts';
import { BATCH, CLIENTS, Ways } from './deliver-ways.ts';
import { measureLayers, repeated, type Layer } from './measure-layers.ts';
import { webhooksParts, type Sender } from './webhooks-parts.ts';

const database = 'bench_anatomy_deliver';
const leanTable = `CREATE TABLE lean_deliveries (
  id text PRIMARY KEY, call_id text NOT NULL, body text NOT NULL, attempted_at timestamptz, status_code int
)`;
const tables = 'lean_deliveries, deliveries, delivery_attempts, webhook_events, call_gates, inbox';

/** From undici alone to the webhooks service behind Kafka, a layer at a time. */
export const deliverAnatomy: Benchmark = {
  id: 'anatomy.deliver',
  title: 'what each layer of a delivery costs: call.ended to one endpoint, in batches of 100',
  async run(context) {
    const stage = await startStage(context, database);
    const { workspaceId } = await stage.tenant('bench', ['/endpoint']);
    await stage.system.stop(); // what remains is its database with the endpoint, and its topics
    const parts = await webhooksParts();
    const config = parts.readConfig(stage.system.environments.webhooks);
    const schema = 'webhooks';
    const [url, poolSize] = [config.WORKER_DATABASE_URL, 2 * CLIENTS];
    const dataSource = createDataSource({ url, schema, poolSize, applicationName: 'bench', plans: 'by index' });
    await dataSource.initialize();
    const connectionString = databaseOf(context.infrastructure.databaseUrl, database);
    const pool = new pg.Pool({ connectionString, max: poolSize, options: `-c search_path=${schema}` });
    await pool.query(leanTable);
    const subscribers = await dataSource.transaction((tx) => parts.findSubscribers(tx, [workspaceId]));
    const [endpoint = { id: '', url: '' }] = subscribers.get(workspaceId) ?? [];
    const ways = new Ways({ parts, config, dataSource, pool, ca: stage.ca, workspaceId, endpoint });

    let [sender, handler]: [Sender | undefined, BatchHandler] = [undefined, () => undefined];
    /** By a sender of the service; its results are stored before the clock stops. */
    const sending = (layer: Layer): Layer => {
      const { before, during = repeated({ ...layer, size: BATCH }, CLIENTS) } = layer;
      return {
        ...layer,
        before: async (seconds) => {
          await before?.(seconds);
          sender = ways.newSender();
          const consumer = new parts.OnCallEndedConsumer(new parts.CallEventFanOut(() => new Date(), sender));
          handler = (data, batch) => consumer.handle(data, batch);
        },
        during: async (seconds) => {
          const done = await during(seconds);
          await sender?.stop();
          return done;
        },
      };
    };
    const consuming = {
      service: 'webhooks',
      brokers: context.infrastructure.brokers,
      dataSource,
      handler: ((data, batch) => handler(data, batch)) satisfies BatchHandler,
      afterTransaction: async () => sender?.applyBackpressure(),
    };
    const transport = transportOf(consuming);
    const layers: readonly Layer[] = [
      { id: 'undici', adds: 'undici alone, a body that is there already', run: () => ways.sendAll(ways.byUndici) },
      {
        id: 'rows',
        adds: 'a multi-row INSERT and a multi-row UPDATE for each batch, plain pg',
        run: () => ways.withRows(ways.byUndici),
      },
      {
        id: 'signed',
        adds: 'the body of what is public of the event, and its signature',
        run: () => ways.withRows(ways.signed(ways.byUndici)),
      },
      {
        id: 'poster',
        adds: "in place of undici's pool: the poster with its address check, time limit and kept answer",
        run: () => ways.withRows(ways.signed(ways.byPoster)),
      },
      {
        id: 'tables',
        adds: "in place of the rows: the service's events, deliveries and attempts by its two statements",
        run: () => ways.withTables(ways.signed(ways.byPoster)),
      },
      sending({
        id: 'sender',
        adds: 'the sender: claim, limiter, dispatcher, retry decision, recorder',
        run: async () => sender && ways.withClaims(sender),
      }),
      sending({
        id: 'consumed',
        adds: 'the handler behind the transport: contract, inbox, call gates, endpoints; first attempts need no claim',
        run: () => {
          const records = nextBatch(workspaceId, BATCH);
          const ids = records.map(({ headers }) => idFromUuid('evt', headers['ce_id'] ?? ''));
          return ways.attempted(ids, () => readBatch(transport, records));
        },
      }),
      sending({
        id: 'kafka',
        adds: 'kafkajs',
        ...overKafka(stage.generator, consuming, workspaceId, (note) => {
          ways.onAttempt = note;
          return {};
        }),
      }),
    ];
    const about = { id: 'anatomy.deliver', unit: 'deliveries', clients: CLIENTS };
    const all = layers.map((layer) => ({ ...layer, size: BATCH }));
    try {
      return await measureLayers(context, about, all, () => pool.query(`TRUNCATE ${tables}`));
    } finally {
      await Promise.all([ways.close(), dataSource.destroy(), pool.end(), stage.stop()]);
    }
  },
};
