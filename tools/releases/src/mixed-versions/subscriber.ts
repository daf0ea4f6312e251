import { answerOf, verifyWebhook, type WebhookEvent } from '@ci/client';
import {
  createCertificateAuthority,
  httpsReceiver,
  issueCertificate,
  until,
  type HttpsReceiver,
  type ReceivedRequest,
} from '@ci/testing';
import type { Installation } from './installation.ts';

/** How containers reach this machine. */
const hostInside = 'host.docker.internal';

/** A subscriber to the system's webhooks, on this machine. */
export class Subscriber {
  /** PEM of the authority that vouches for it. */
  readonly authority: string;
  readonly #receiver: HttpsReceiver;
  #secret = '';
  #endpoint = '';

  private constructor(authority: string, receiver: HttpsReceiver) {
    [this.authority, this.#receiver] = [authority, receiver];
  }

  static async start(): Promise<Subscriber> {
    const authority = await createCertificateAuthority({ commonName: 'Mixed versions' });
    const { certPem, keyPem } = await issueCertificate(authority, { hosts: [hostInside] });
    const receiver = await httpsReceiver({ cert: certPem, key: keyPem, address: '0.0.0.0' });
    return new Subscriber(authority.certPem, receiver);
  }

  async subscribe({ api }: Installation): Promise<void> {
    const url = `https://${hostInside}:${this.#receiver.port}/`;
    const events = ['call.ended', 'summary.ready'] as const;
    const { id, secret } = await answerOf(api.POST('/webhooks', { body: { url, events: [...events] } }));
    [this.#endpoint, this.#secret] = [id, secret];
  }

  /** What was reported of a call, in order, once it is complete. Throws when a signature is wrong. */
  async told(callId: string, timeoutMs: number): Promise<readonly WebhookEvent[]> {
    await until(() => this.#about(callId).length >= 2, {
      timeoutMs,
      describe: () => `both events of ${callId}; so far there are ${this.#about(callId).length}`,
    });
    return this.#about(callId).map(({ headers, body }) => verifyWebhook(this.#secret, headers, body));
  }

  /** What the system says of the deliveries of a call. */
  async deliveriesOf({ api }: Installation, callId: string) {
    const params = { path: { id: this.#endpoint }, query: { limit: 100 } };
    const { data } = await answerOf(api.GET('/webhooks/{id}/deliveries', { params }));
    const ids = this.#about(callId).map(({ id }) => id);
    return data.filter(({ event_id }) => ids.includes(event_id));
  }

  /** A delivery may come twice, under the same id. */
  #about(callId: string): readonly ReceivedRequest[] {
    const about = this.#receiver.requests.filter(({ body }) => body.includes(callId));
    return about.filter(({ id }, index) => about.findIndex((one) => one.id === id) === index);
  }

  stop(): Promise<void> {
    return this.#receiver.close();
  }
}
