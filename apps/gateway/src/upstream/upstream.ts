import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@ci/domain';
import { Agent } from 'undici';
import type { ServiceAddress } from '../config.ts';
import type { ServiceName } from '../service-names.ts';
import type { ClockSkew } from './clock-skew.ts';
import { AnswerReader, BrokenOff, type AnswerHead, type BodyTarget } from './answer-reader.ts';

export interface UpstreamRequest {
  readonly method: string;
  /** With the query, as it was written. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Buffer | null;
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Looks at an answer's head and says where its body goes as it arrives; undefined: it is kept. */
export type Begin = (head: AnswerHead) => BodyTarget | undefined;

const CONNECT_TIMEOUT_MS = 2_000;
const PAUSE_BEFORE_REPEAT_MS = 150;

/** Speaks to the services over connections that stay open, and streams both ways. */
export class Upstream {
  readonly #agent: Agent;

  constructor(
    private readonly services: Readonly<Record<ServiceName, ServiceAddress>>,
    private readonly clocks: ClockSkew,
  ) {
    this.#agent = new Agent({
      connect: { timeout: CONNECT_TIMEOUT_MS },
      connections: 128,
      // Services keep idle connections 72 s: the gateway lets go first, so that none is closed under a request just sent.
      keepAliveTimeout: 60_000,
      keepAliveMaxTimeout: 60_000,
      // The caller's signal limits the answer as a whole.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * The service's answer, whatever its status; undefined when `begin` took it, and its body has gone where it was to go. `unavailable` when
   * there is none. Once `begin` has taken an answer, what goes wrong with it ends its target too.
   */
  async ask(service: ServiceName, request: UpstreamRequest, begin: Begin): Promise<UpstreamAnswer | undefined> {
    try {
      return await this.#attempt(service, request, begin);
    } catch (error) {
      if (!mayBeRepeated(request, error)) throw failureOf(error, request.signal);
      // The service is starting again, or closed a connection that had been idle.
      await delay(PAUSE_BEFORE_REPEAT_MS);
      return this.#attempt(service, request, begin).catch((again: unknown) => {
        throw failureOf(again, request.signal);
      });
    }
  }

  /** The whole answer. */
  async read(service: ServiceName, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const answer = await this.ask(service, request, () => undefined);
    if (answer === undefined) throw new Error('an unread response is kept');
    return answer;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** By handler, without a stream in between: of what the gateway does for a request, undici's streams and their ends took a third. */
  async #attempt(service: ServiceName, request: UpstreamRequest, begin: Begin): Promise<UpstreamAnswer | undefined> {
    const { method, path, headers, body, signal } = request;
    try {
      return await new Promise((resolve, reject) => {
        const origin = this.services[service].origin;
        const noted: Begin = (head) => {
          this.clocks.note(service, head.headers.date);
          return begin(head);
        };
        const reader = new AnswerReader(signal, noted, resolve, reject);
        this.#agent.dispatch({ origin, method, path, headers, body }, reader);
      });
    } catch (error) {
      // undici ends a body that it has begun to send, and leaves any other: the client's connection would not be read.
      if (body instanceof Readable) body.destroy();
      throw error;
    }
  }
}

const connectionErrors: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** A write may have had its effect before the connection broke; of an answer that broke off the client has a part. */
function mayBeRepeated({ method, signal }: UpstreamRequest, error: unknown): boolean {
  return (method === 'GET' || method === 'HEAD') && !signal.aborted && connectionErrors.has(codeOf(error));
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof BrokenOff) return error;
  if (signal.aborted) return signal.reason;
  // What the body's stream says of itself.
  if (error instanceof DomainError) return error;
  const seconds = codeOf(error) === 'ECONNREFUSED' ? 1 : 2;
  return new DomainError('unavailable', undefined, { headers: { 'retry-after': String(seconds) }, cause: error });
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}
