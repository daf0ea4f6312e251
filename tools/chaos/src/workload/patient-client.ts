import { setTimeout as delay } from 'node:timers/promises';
import type { WrongAnswer } from '../ledger/facts.ts';

export interface PatientClientOptions {
  /** One of each gateway: requests go to them by turns, and a repetition to the one after. */
  readonly baseUrls: readonly [string, ...string[]];
  readonly key: string;
  readonly workspaceId: string;
  /** Aborted when repeating has no sense any more. */
  readonly givingUp: AbortSignal;
  readonly onWrongAnswer: (answer: WrongAnswer) => void;
}

export interface PatientRequest {
  readonly plan: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly text?: { readonly type: string; readonly content: string };
  readonly idempotencyKey?: string;
  /** Statuses that are final, the others being wrong answers. */
  readonly expected: readonly number[];
}

export interface FinalAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Whether it may be the answer to a repetition. */
  readonly repeated: boolean;
}

/** No answer of the public API may take longer: the gateway limits it to 30 s, and may have stood still meanwhile. */
const ANSWER_WITHIN_MS = 60_000;

/** An integrator's client: what was not answered, or answered with "not now", is sent again under the same key until it is. */
export class PatientClient {
  #turn = 0;

  constructor(private readonly options: PatientClientOptions) {}

  /** What its workspace is read with. */
  get reader(): { readonly baseUrl: string; readonly key: string; readonly workspaceId: string } {
    const { baseUrls, key, workspaceId } = this.options;
    return { baseUrl: baseUrls[0], key, workspaceId };
  }

  get workspaceId(): string {
    return this.options.workspaceId;
  }

  /** The final answer; undefined when there was none before giving up. */
  async send(request: PatientRequest): Promise<FinalAnswer | undefined> {
    const { givingUp, baseUrls } = this.options;
    const first = (this.#turn += 1);
    for (let attempt = 0; !givingUp.aborted; attempt += 1) {
      const answer = await this.#attempt(request, baseUrls[(first + attempt) % baseUrls.length] ?? baseUrls[0]);
      if (answer && request.expected.includes(answer.status)) return { ...answer, repeated: attempt > 0 };
      if (answer && !isNotNow(answer)) this.#report(request, answer);
      if (answer && answer.status < 500 && !isNotNow(answer)) return undefined;
      const pauseMs = Math.min(200 * 2 ** Math.min(attempt, 10), answer === undefined ? 1_000 : 5_000);
      await delay(Math.max(pauseMs, answer?.retryAfterMs ?? 0), undefined, { signal: givingUp }).catch(() => undefined);
    }
    return undefined;
  }

  /** A call that was answered 201 is not known to its own client. */
  reportLost(plan: string, callId: string | null): void {
    this.options.onWrongAnswer({ plan, request: `DELETE /calls/${callId}`, status: 404, body: 'at the first attempt' });
  }

  async #attempt(request: PatientRequest, baseUrl: string): Promise<RawAnswer | undefined> {
    const startedAt = performance.now();
    const sentAt = new Date().toISOString();
    let head: Response | undefined;
    try {
      const { method, path, body, text, idempotencyKey } = request;
      const type = text?.type ?? (body === undefined ? undefined : 'application/json');
      const content = text?.content ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.options.key}`,
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(content === undefined ? {} : { body: content }),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      head = response;
      const answer = await response.text();
      const retryAfter = response.headers.get('retry-after');
      const retryAfterMs = retryAfter === null ? null : Number(retryAfter) * 1_000;
      return { status: response.status, body: parsed(answer), retryAfterMs };
    } catch {
      const tookMs = performance.now() - startedAt;
      if (tookMs >= ANSWER_WITHIN_MS) this.#report(request, { status: 0, body: lateness(sentAt, tookMs, head) });
      return undefined; // refused, cut or reset: an outage
    }
  }

  #report({ plan, method, path }: PatientRequest, { status, body }: Pick<RawAnswer, 'status' | 'body'>): void {
    this.options.onWrongAnswer({ plan, request: `${method} ${path}`, status, body: JSON.stringify(body) });
  }
}

interface RawAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What `Retry-After` says; null without one. */
  readonly retryAfterMs: number | null;
}

/** What helps to find in the logs where it has waited. */
function lateness(sentAt: string, tookMs: number, head: Response | undefined): string {
  const came =
    head === undefined ? 'nothing of it came' : `only its head came, of ${head.headers.get('x-request-id') ?? '?'}`;
  return `no answer within ${Math.round(tookMs)} ms to what was sent at ${sentAt}: ${came}`;
}

/** 503 and 429, and a 409 that says when to come back. */
function isNotNow({ status, retryAfterMs }: RawAnswer): boolean {
  return status === 503 || status === 429 || (status === 409 && retryAfterMs !== null);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
