import { inTransaction } from '@ci/database';
import { eventExamples, webhookExamples } from '@ci/contracts';
import { idFromUuid, newId, uuidv7 } from '@ci/ids';
import { createLogger } from '@ci/observability';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { Pool } from 'undici';
import type { Poster, Sender, StoredEvent, WebhooksParts } from './webhooks-parts.ts';

export const BATCH = 100;
/** Batches at the same time. Together they have as many requests under way as the service allows an endpoint. */
export const CLIENTS = 4;
const CONNECTIONS = 32;

const example = JSON.stringify(webhookExamples['call.ended']);
const headers = { 'content-type': 'application/json', 'webhook-timestamp': '1763740000', 'webhook-signature': 'v1,' };

/** Sends one event. */
type Post = (event: StoredEvent, own?: Readonly<Record<string, string>>) => Promise<unknown>;

export interface WaysOptions {
  readonly parts: WebhooksParts;
  readonly config: ReturnType<WebhooksParts['readConfig']>;
  readonly dataSource: DataSource;
  readonly pool: pg.Pool;
  readonly ca: string;
  readonly workspaceId: string;
  readonly endpoint: { readonly id: string; readonly url: string };
}

/** The ways of sending a batch of events to one endpoint. */
export class Ways {
  readonly #options: WaysOptions;
  readonly #undici: Pool;
  readonly #poster: Poster;
  readonly #key;
  readonly #never = new AbortController().signal;
  readonly #waiting = new Map<string, () => void>();
  /** Called with each attempt of the sender. */
  onAttempt: () => void = () => undefined;

  constructor(options: WaysOptions) {
    const { parts, config, ca, endpoint } = options;
    this.#options = options;
    const connect = { ca };
    this.#undici = new Pool(new URL(endpoint.url).origin, { connections: CONNECTIONS, pipelining: 1, connect });
    const policy = parts.addressPolicy(config.WEBHOOK_ALLOWED_ADDRESSES);
    this.#poster = new parts.HttpsPoster({ policy, ca: [ca], timeoutMs: 15_000 });
    this.#key = parts.signingKey(parts.newSecret());
  }

  readonly byUndici: Post = async ({ id, body }, own = { 'webhook-id': id }) => {
    const path = new URL(this.#options.endpoint.url).pathname;
    const answer = await this.#undici.request({ method: 'POST', path, headers: { ...headers, ...own }, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`);
  };

  readonly byPoster: Post = async ({ body }, own = {}) => {
    const { url } = this.#options.endpoint;
    const result = await this.#poster.post({ url, headers: { ...headers, ...own }, body, signal: this.#never });
    if (result.error !== null) throw new Error(result.error);
    return result;
  };

  /** With a body that is made of the event, and a signature. */
  signed(post: Post): Post {
    const { parts } = this.#options;
    return (event) => {
      const body = this.#bodyOf(event);
      return post({ ...event, body }, parts.signatureHeaders(this.#key, { id: event.id, at: new Date(), body }));
    };
  }

  sendAll(post: Post): Promise<void> {
    return eachOf(newEvents(this.#options.workspaceId), post);
  }

  /** A multi-row INSERT before, and a multi-row UPDATE after the requests. */
  async withRows(post: Post): Promise<void> {
    const { pool, workspaceId } = this.#options;
    const events = newEvents(workspaceId);
    const ids = events.map(({ id }) => id);
    const values = [ids, events.map(({ callId }) => callId), events.map(({ body }) => body)];
    const text = 'INSERT INTO lean_deliveries SELECT * FROM unnest($1::text[], $2::text[], $3::text[])';
    await pool.query({ name: 'insert', text, values });
    await eachOf(events, post);
    const update = 'UPDATE lean_deliveries SET attempted_at = now(), status_code = 200 WHERE id = ANY($1)';
    await pool.query({ name: 'update', text: update, values: [ids] });
  }

  /** The same by the statements of the service, in its tables. */
  async withTables(post: Post): Promise<void> {
    const { parts, dataSource, workspaceId, endpoint } = this.#options;
    const lease = uuidv7();
    const events = newEvents(workspaceId);
    const stored = await this.#store(events, { lease, leasedUntil: new Date(Date.now() + 30_000) });
    const attempts: object[] = [];
    await eachOf([...events.entries()], async ([index, event]) => {
      const attemptedAt = new Date();
      const result = await post(event);
      const delivery = { id: stored[index]?.id, workspaceId, webhookId: endpoint.id, eventId: event.id, lease };
      attempts.push({ delivery, result, decision: { kind: 'delivered' }, attemptedAt, endedAt: new Date() });
    });
    const left = await parts.recordAttempts(dataSource, attempts);
    if (left.length > 0) throw new Error(`${left.length} attempts were not recorded`);
  }

  /** Stored for the sender, who has to claim them. */
  withClaims(sender: Sender): Promise<void> {
    const events = newEvents(this.#options.workspaceId).map((event) => ({ ...event, body: this.#bodyOf(event) }));
    const ids = events.map(({ id }) => id);
    return this.attempted(ids, () => this.#store(events).then(() => sender.wake()));
  }

  /** Returns when the sender has made an attempt on each of these events. */
  async attempted(ids: readonly string[], begin: () => Promise<unknown>): Promise<void> {
    const all = ids.map((id) => new Promise<void>((resolve) => void this.#waiting.set(id, resolve)));
    await begin();
    await Promise.all(all);
  }

  newSender(): Sender {
    const { parts, config, dataSource } = this.#options;
    const sender = new parts.DeliverySender({
      dataSource,
      // Its connections outlive it: each round would open them again.
      poster: { post: this.#poster.post.bind(this.#poster), close: async () => undefined },
      clock: () => new Date(),
      random: Math.random,
      encryptionKeys: config.ENCRYPTION_KEYS,
      logger: createLogger({ service: 'webhooks', level: 'warn' }),
      maxInFlight: config.WEBHOOK_MAX_IN_FLIGHT,
      maxInFlightPerEndpoint: config.WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT,
      onAttempt: ({ delivery: { eventId } }: { readonly delivery: { readonly eventId: string } }) => {
        this.#waiting.get(eventId)?.();
        this.#waiting.delete(eventId);
        this.onAttempt();
      },
    });
    sender.start();
    return sender;
  }

  async close(): Promise<void> {
    await Promise.all([this.#undici.close(), this.#poster.close()]);
  }

  #store(events: readonly StoredEvent[], lease?: object) {
    const { parts, dataSource, endpoint } = this.#options;
    const common = { webhookId: endpoint.id, status: 'pending', held: false, ...(lease && { lease }) };
    const deliveries = events.map((event) => ({ ...common, event, nextAttemptAt: event.now }));
    return inTransaction(dataSource, (tx) => parts.storeDeliveries(tx, deliveries));
  }

  #bodyOf({ id, type, now: time, workspaceId, callId }: StoredEvent): string {
    const { call, ...other } = eventExamples[type];
    const data = { ...other, call: { ...call, id: callId } };
    return this.#options.parts.webhookBody({ id, type, time, workspaceId, data });
  }
}

function newEvents(workspaceId: string): StoredEvent[] {
  const common = { workspaceId, type: 'call.ended', callOrder: 0, body: example, now: new Date() } as const;
  return Array.from({ length: BATCH }, () => ({ ...common, id: idFromUuid('evt', uuidv7()), callId: newId('call') }));
}

/** So many at a time that all batches together use the connections. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const connection = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS / CLIENTS }, connection));
}
