import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '@ci/config';
import type { BatchHandler } from '@ci/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { compiled } from './compiled.ts';

export interface WebhooksConfig {
  readonly WORKER_DATABASE_URL: string;
  readonly WEBHOOK_ALLOWED_ADDRESSES?: object;
  readonly WEBHOOK_MAX_IN_FLIGHT: number;
  readonly WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: number;
  readonly ENCRYPTION_KEYS: KeyRing;
}

/** An event with its finished body, as the service stores it. */
export interface StoredEvent {
  readonly id: string;
  readonly workspaceId: string;
  readonly type: 'call.ended';
  readonly callId: string;
  readonly callOrder: 0;
  readonly body: string;
  readonly now: Date;
}

type Post = { url: string; headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal };

export interface Poster {
  post(post: Post): Promise<{ readonly error: string | null }>;
  close(): Promise<void>;
}

export interface Sender {
  start(): void;
  wake(): void;
  applyBackpressure(): Promise<void>;
  stop(): Promise<void>;
}

/** What the anatomy takes of the webhooks service, as far as it looks at it. */
export interface WebhooksParts {
  readConfig(environment: object): WebhooksConfig;
  addressPolicy(allowed: object | undefined): object;
  readonly HttpsPoster: new (options: { policy: object; ca: readonly string[]; timeoutMs: number }) => Poster;
  newSecret(): string;
  signingKey(secret: string): KeyObject;
  signatureHeaders(key: KeyObject, message: { id: string; at: Date; body: string }): Record<string, string>;
  webhookBody(parts: { id: string; type: string; time: Date; workspaceId: string; data: object }): string;
  findSubscribers(
    tx: EntityManager,
    workspaces: readonly string[],
  ): Promise<ReadonlyMap<string, readonly { readonly id: string; readonly url: string }[]>>;
  storeDeliveries(tx: EntityManager, deliveries: readonly object[]): Promise<readonly ({ id: string } | undefined)[]>;
  recordAttempts(dataSource: DataSource, attempts: readonly object[]): Promise<readonly object[]>;
  readonly DeliverySender: new (options: object) => Sender;
  readonly CallEventFanOut: new (clock: () => Date, sender: Sender) => object;
  readonly OnCallEndedConsumer: new (fanOut: object) => { readonly handle: BatchHandler };
}

const files = [
  'config',
  'webhook-endpoint/address-policy',
  'deliveries/send/https-poster',
  'deliveries/send/signature',
  'deliveries/send/delivery-sender',
  'deliveries/store/webhook-body',
  'deliveries/store/subscribers',
  'deliveries/store/store-deliveries',
  'deliveries/store/call-event-fan-out',
  'deliveries/record/record-attempts',
  'on-call-ended/on-call-ended.consumer',
];

export async function webhooksParts(): Promise<WebhooksParts> {
  const modules = await Promise.all(files.map((file) => compiled<object>('webhooks', file)));
  return Object.assign({}, ...modules) as WebhooksParts;
}
