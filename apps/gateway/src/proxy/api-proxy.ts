import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { DomainError } from '@ci/domain';
import { MAX_BODY_BYTES, REQUEST_ID_HEADER, spanOf } from '@ci/http';
import type { Logger } from '@ci/observability';
import { INTERNAL_TOKEN_HEADER } from '@ci/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admitted } from '../admit/admission.ts';
import type { PublicRoute } from '../admit/public-routes.ts';
import type { ServiceName } from '../service-names.ts';
import { askingHeaders, type Deletions } from '../spread-deletions/deletions.ts';
import { publicHeaders } from './answer-headers.ts';
import { BrokenOff, type AnswerHead } from '../upstream/answer-reader.ts';
import { ClientGone, exchangeLimit } from './exchange-limit.ts';
import type { InternalTokens } from '../upstream/internal-tokens.ts';
import { collectedBody, limitedBody } from './limited-body.ts';
import { forwardedHeaders, traceparentOf } from './request-headers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../upstream/upstream.ts';

/** How long a request may take to arrive, and then its answer as a whole; on routes that hold requests it is longer than they are held. */
export interface TimeLimits {
  readonly ordinaryMs: number;
  readonly waitingMs: number;
}

export const timeLimits: TimeLimits = { ordinaryMs: 30_000, waitingMs: 40_000 };

/** Forwards an admitted request to its service, and the service's response to the client. */
export class ApiProxy {
  constructor(
    private readonly upstream: Upstream,
    private readonly tokens: InternalTokens,
    private readonly deletions: Deletions,
    private readonly logger: Logger,
    private readonly limits: TimeLimits = timeLimits,
  ) {}

  async handle(request: FastifyRequest, reply: FastifyReply, admitted: Admitted): Promise<void> {
    const { route, identity } = admitted;
    const deletesCall = request.method === 'DELETE' && route.deletesCalls === true;
    const timeoutMs = route.waits ? this.limits.waitingMs : this.limits.ordinaryMs;
    const signal = exchangeLimit(request.raw, reply.raw, timeoutMs);
    try {
      await this.deletions.assertReported(route.service, callOf(admitted), { identity, headers: {}, signal });
      const asked = await this.#request(request, admitted, route.service, signal);
      const kept = await this.upstream.ask(route.service, asked, (head) =>
        !deletesCall && isForClient(head, route) ? passHeadOn(reply, head) : undefined,
      );
      if (kept === undefined) return;
      if (isForeign(kept)) throw this.#foreignAnswer(kept, route.service, request.id);
      if (kept.status === 401) throw this.#refusedToken(route.service, request.id);
      if (!deletesCall) {
        await this.#ofUnheardCall(request, reply, admitted, { asked, answer: kept });
        return;
      }
      if (isDeleted(kept)) {
        await this.deletions.spread(callOf(admitted) ?? '', {
          identity,
          headers: askingHeaders(asked.headers),
          signal,
        });
      }
      passAllOn(request, reply, kept);
    } catch (error) {
      if (!(error instanceof ClientGone || error instanceof BrokenOff)) throw error;
      this.#noteEnd(error, request);
      reply.hijack();
    }
  }

  /** A call answered with 201 is known at once: ingestion has it, though others may not have heard of it yet. */
  async #ofUnheardCall(
    request: FastifyRequest,
    reply: FastifyReply,
    admitted: Admitted,
    { asked, answer }: { readonly asked: UpstreamRequest; readonly answer: UpstreamAnswer },
  ): Promise<void> {
    const callId = admitted.target.segments[1] ?? '';
    if (await this.#isRecorded(request, admitted, callId, asked.signal)) {
      const { service } = admitted.route;
      const headers = { ...asked.headers, 'x-call-known': '1' };
      const refused = await this.upstream.ask(service, { ...asked, headers }, (head) =>
        head.status === 401 ? undefined : passHeadOn(reply, head),
      );
      if (refused !== undefined) throw this.#refusedToken(service, request.id);
      return;
    }
    passAllOn(request, reply, answer);
  }

  async #isRecorded(
    request: FastifyRequest,
    admitted: Admitted,
    callId: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const asked = await this.#request(request, admitted, 'ingestion', signal);
    const path = `/internal/calls/${callId}/existence`;
    const { status } = await this.upstream.read('ingestion', { ...asked, method: 'GET', path, body: null });
    if (status === 204) return true;
    if (status === 404) return false;
    throw new DomainError('unavailable', undefined, { headers: { 'retry-after': '1' } });
  }

  async #request(
    request: FastifyRequest,
    { identity, target }: Admitted,
    service: ServiceName,
    signal: AbortSignal,
  ): Promise<UpstreamRequest> {
    const body = await bodyOf(request, signal);
    const headers = forwardedHeaders(request.headers, body !== null);
    headers[INTERNAL_TOKEN_HEADER] = await this.tokens.tokenFor(identity, service);
    headers[REQUEST_ID_HEADER] = request.id;
    headers['traceparent'] = spanOf(request) ?? traceparentOf(request.headers);
    return { method: request.method, path: `/v1/${target.segments.join('/')}${target.query}`, headers, body, signal };
  }

  /** The service did not believe our token. The client is known: it must not hear 401. */
  #refusedToken(service: ServiceName, requestId: string): DomainError {
    this.logger.error({ to: service, request_id: requestId }, 'a service refuses the internal token');
    return new DomainError('internal_error');
  }

  /** Something between us and the service answered in its place, in another format. */
  #foreignAnswer({ status }: AnswerHead, service: ServiceName, requestId: string): DomainError {
    this.logger.warn(
      { to: service, status, request_id: requestId },
      'a service answered with an error in an unknown format',
    );
    return new DomainError('unavailable', undefined, { headers: { 'retry-after': '2' } });
  }

  /** No error can be sent: the client is gone, or has a part of the response. */
  #noteEnd(error: ClientGone | BrokenOff, request: FastifyRequest): void {
    if (error instanceof ClientGone || error.cause instanceof ClientGone) return;
    this.logger.warn({ err: error, request_id: request.id }, 'a response ended before it was complete');
  }
}

/** The id of the call in the path, as it is meant; undefined where there is none, or none that can be meant. */
function callOf({ route, target }: Admitted): string | undefined {
  if (!route.path.startsWith('calls/:id')) return undefined;
  try {
    return decodeURIComponent(target.segments[1] ?? '');
  } catch {
    return undefined;
  }
}

/** Now or earlier: a client that did not get the first response retries. */
function isDeleted({ status, headers }: AnswerHead): boolean {
  return status === 204 || headers['x-call-deleted'] === '1';
}

/** All but what the gateway has to handle: a refused token, a stranger's error, and a call that may only not have been heard of yet. */
function isForClient(head: AnswerHead, { mayNotKnowCall }: PublicRoute): boolean {
  const { status, headers } = head;
  return (
    status !== 401 &&
    !isForeign(head) &&
    !(status === 404 && headers['x-call-unknown'] === '1' && mayNotKnowCall === true)
  );
}

/** Every error of a service is JSON. */
function isForeign({ status, headers }: AnswerHead): boolean {
  return status >= 400 && !String(headers['content-type']).startsWith('application/json');
}

/** From here on the answer is written past Fastify, which would make a stream of it and watch that stream's every end. */
function passHeadOn(reply: FastifyReply, { status, headers }: AnswerHead): ServerResponse {
  reply.hijack();
  const { raw, server } = reply;
  const last = server.server.listening ? {} : { connection: 'close' };
  raw.writeHead(status, { ...reply.getHeaders(), ...publicHeaders(headers), ...last } as OutgoingHttpHeaders);
  return raw;
}

function passAllOn(request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer): void {
  const target = passHeadOn(reply, answer);
  if (request.method !== 'HEAD' && answer.body.length > 0) target.write(answer.body);
  target.end();
}

async function bodyOf(
  { method, headers, body }: FastifyRequest,
  signal: AbortSignal,
): Promise<Readable | Buffer | null> {
  if (method === 'GET' || method === 'HEAD' || body === undefined || body === null) return null;
  const length = Number(headers['content-length'] ?? NaN);
  if (length <= COLLECTED_BYTES) return collectedBody(body as Readable, signal);
  return limitedBody(body as Readable, MAX_BODY_BYTES);
}

/** A body that says it is no longer than this goes on in one piece: a stream costs more than the memory. */
const COLLECTED_BYTES = 64 * 1024;
