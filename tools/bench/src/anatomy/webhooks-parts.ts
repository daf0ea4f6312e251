import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '@ci/config';
import type { BatchHandler } from '@ci/messaging';
import type { DataSource, EntityManager } from 'typeorm';
import { compiled } from './compiled.ts';

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

type Headers = Readonly<Record<string, string>>;

export interface Poster {
  post(post: { url: string; headers: Headers; body: string; signal: AbortSignal }): Promise<{ error: string | null }>;
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
  readonly readConfig: (environment: object) => {
    readonly WORKER_DATABASE_URL: string;
    readonly WEBHOOK_ALLOWED_ADDRESSES?: object;
    readonly WEBHOOK_MAX_IN_FLIGHT: number;
    readonly WEBHOOK_MAX_IN_FLIGHT_PER_ENDPOINT: number;
    readonly ENCRYPTION_KEYS: KeyRing;
  };
  readonly addressPolicy: (allowed: object | undefined) => object;
  readonly HttpsPoster: new (options: object) => Poster;
  readonly newSecret: () => string;
  readonly signingKey: (secret: string) => KeyObject;
  readonly signatureHeaders: (key: KeyObject, message: { id: string; at: Date; body: string }) => Headers;
  readonly webhookBody: (parts: { id: string; type: string; time: Date; workspaceId: string; data: object }) => string;
  readonly findSubscribers: (
    tx: EntityManager,
    workspaceIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly { readonly id: string; readonly url: string }[]>>;
  readonly storeDeliveries: (
    tx: EntityManager,
    all: readonly object[],
  ) => Promise<readonly ({ id: string } | undefined)[]>;
  readonly recordAttempts: (dataSource: DataSource, attempts: readonly object[]) => Promise<readonly object[]>;
  readonly DeliverySender: new (options: object) => Sender;
  readonly CallEventFanOut: new (clock: () => Date, sender: Sender) => object;
  readonly OnCallEndedConsumer: new (fanOut: object) => { handle: BatchHandler };
}

export const webhooksParts = (): Promise<WebhooksParts> =>
  compiled('webhooks', [
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
  ]);
