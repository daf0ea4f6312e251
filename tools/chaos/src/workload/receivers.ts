import { setTimeout as delay } from 'node:timers/promises';
import type { SubscribableEventType } from '@ci/contracts';
import {
  httpsReceiver,
  issueCertificate,
  type Certificate,
  type HttpsReceiver,
  type ReceivedRequest,
} from '@ci/testing';
import type { Receipt, SubscribedEndpoint } from '../ledger/facts.ts';
import { seededRandom } from '../schedule/seeded-random.ts';
import type { PatientClient } from './patient-client.ts';

/** How an endpoint behaves, and what it wants. */
const behaviours = [
  { name: 'good', events: ['call.ended', 'summary.ready', 'summary.failed'] },
  { name: 'slow', events: ['call.ended', 'summary.ready', 'summary.failed'] },
  { name: 'failing', events: ['call.ended', 'summary.ready'] },
  { name: 'summaries-only', events: ['summary.ready'] },
] as const satisfies readonly { name: string; events: readonly SubscribableEventType[] }[];

/** Of every 20 s an endpoint that fails answers 500 for 6 s, until `recover()`. */
const FAILING_PERIOD_MS = 20_000;
const FAILING_FOR_MS = 6_000;

/** Customers' HTTPS servers, in this process: they note what arrives. */
export class Receivers {
  readonly endpoints: SubscribedEndpoint[] = [];
  readonly receipts: Receipt[] = [];
  #server: HttpsReceiver | undefined;
  #recovered = false;
  readonly #ids = new Map<string, string>();

  constructor(private readonly seed: number) {}

  async start(authority: Certificate): Promise<void> {
    const { certPem, keyPem } = await issueCertificate(authority, { hosts: ['127.0.0.1'] });
    this.#server = await httpsReceiver({ cert: certPem, key: keyPem, keep: false });
    const random = seededRandom(this.seed);
    this.#server.answer((request) => {
      const status = this.#statusFor(request);
      this.#note(request, status === 200);
      const isSlow = !this.#recovered && request.path.startsWith('/slow') && random() < 0.1;
      return isSlow ? { status, delayMs: 1_500 } : { status };
    });
  }

  /** Registers one endpoint of each behaviour. */
  async register(client: PatientClient, which = behaviours.map(({ name }) => name as string)): Promise<void> {
    for (const { name, events } of behaviours.filter((behaviour) => which.includes(behaviour.name))) {
      const path = `/${name}/${client.workspaceId}`;
      const answer = await client.send({
        plan: `endpoint ${name}`,
        method: 'POST',
        path: '/webhooks',
        body: { url: `${this.#server?.url ?? ''}${path}`, events },
        expected: [201],
      });
      if (!answer) throw new Error(`the endpoint ${path} could not be registered`);
      const { id } = answer.body as { id: string };
      this.#ids.set(path, id);
      this.endpoints.push({ id, workspaceId: client.workspaceId, events });
    }
  }

  /** From now on every endpoint answers 200, at once. */
  recover(): void {
    this.#recovered = true;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  /** Resolves when nothing has arrived for so long. */
  async quiet(forMs: number): Promise<void> {
    for (let seen = -1; seen !== this.receipts.length;) {
      seen = this.receipts.length;
      await delay(forMs);
    }
  }

  #statusFor({ path }: ReceivedRequest): number {
    const fails = !this.#recovered && path.startsWith('/failing') && Date.now() % FAILING_PERIOD_MS < FAILING_FOR_MS;
    return fails ? 500 : 200;
  }

  #note({ id, path, body }: ReceivedRequest, accepted: boolean): void {
    const { type, data } = JSON.parse(body) as WebhookBody;
    this.receipts.push({
      endpointId: this.#ids.get(path) ?? path,
      webhookId: id,
      type,
      callId: data.call.id,
      revision: data.summary?.revision ?? data.revision ?? 0,
      accepted,
    });
  }
}

interface WebhookBody {
  readonly type: SubscribableEventType;
  readonly data: {
    readonly call: { readonly id: string };
    readonly summary?: { readonly revision: number };
    readonly revision?: number;
  };
}
