import type { Readable } from 'node:stream';
import { DomainError, INTERNAL_TOKEN_HEADER, MAX_BODY_BYTES, REQUEST_ID_HEADER, type Logger } from '@ci/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admitted } from '../admit/admission.ts';
import type { ServiceName } from '../service-names.ts';
import { publicHeaders } from './answer-headers.ts';
import { ClientGone, exchangeLimit } from './exchange-limit.ts';
import type { InternalTokens } from './internal-tokens.ts';
import { limitedBody } from './limited-body.ts';
import { passedOnHeaders, traceparentOf } from './request-headers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.ts';

/** How long a request may take to arrive, and then its answer as a whole; on routes that hold requests it is longer than they are held. */
export interface TimeLimits {
  readonly ordinaryMs: number;
  readonly waitingMs: number;
}

export const timeLimits: TimeLimits = { ordinaryMs: 30_000, waitingMs: 40_000 };

/** Hands an admitted request to its service, and the service's answer to the client. */
export class PassOn {
  constructor(
    private readonly upstream: Upstream,
    private readonly tokens: InternalTokens,
    private readonly logger: Logger,
    private readonly limits: TimeLimits = timeLimits,
  ) {}

  async handle(request: FastifyRequest, reply: FastifyReply, admitted: Admitted): Promise<FastifyReply> {
    const { route } = admitted;
    const timeoutMs = route.waits ? this.limits.waitingMs : this.limits.ordinaryMs;
    const signal = exchangeLimit(request.raw, reply.raw, timeoutMs);
    try {
      const answer = await this.#answer(request, admitted, signal);
      if (answer.status === 401) throw await this.#refusedToken(answer, route.service, request.id);
      return await send(reply, request.method, answer);
    } catch (error) {
      if (error instanceof ClientGone) return reply.hijack();
      throw error;
    }
  }

  async #answer(request: FastifyRequest, admitted: Admitted, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { route } = admitted;
    const asked = await this.#request(request, admitted, route.service, signal);
    const answer = await this.upstream.ask(route.service, asked);
    const unknown = answer.status === 404 && answer.headers['x-call-unknown'] === '1' && route.mayNotKnowCall === true;
    if (!unknown) return answer;
    const callId = admitted.target.segments[1] ?? '';
    if (!(await this.#isRecorded(request, admitted, callId, signal))) return answer;
    await answer.body.dump();
    return this.upstream.ask(route.service, { ...asked, headers: { ...asked.headers, 'x-call-known': '1' } });
  }

  /** A call answered with 201 is known at once: ingestion has it, though others may not have heard of it yet. */
  async #isRecorded(
    request: FastifyRequest,
    admitted: Admitted,
    callId: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const asked = await this.#request(request, admitted, 'ingestion', signal);
    const path = `/internal/calls/${callId}/existence`;
    const { status, body } = await this.upstream.ask('ingestion', { ...asked, method: 'GET', path, body: null });
    await body.dump();
    if (status === 204) return true;
    if (status === 404) return false;
    throw new DomainError('unavailable', undefined, { headers: { 'retry-after': '1' } });
  }

  async #request(
    request: FastifyRequest,
    { key, target }: Admitted,
    service: ServiceName,
    signal: AbortSignal,
  ): Promise<UpstreamRequest> {
    const body = bodyOf(request);
    return {
      method: request.method,
      path: `/v1/${target.segments.join('/')}${target.query}`,
      headers: {
        ...passedOnHeaders(request.headers, body !== null),
        [INTERNAL_TOKEN_HEADER]: await this.tokens.tokenFor(key, service),
        [REQUEST_ID_HEADER]: request.id,
        traceparent: traceparentOf(request.headers),
      },
      body,
      signal,
    };
  }

  /** The service did not believe our token. The client's key is good: it must not hear 401. */
  async #refusedToken({ body }: UpstreamAnswer, service: ServiceName, requestId: string): Promise<DomainError> {
    await body.dump();
    this.logger.error({ to: service, request_id: requestId }, 'a service refuses the internal token');
    return new DomainError('internal_error');
  }
}

function bodyOf({ method, body }: FastifyRequest): Readable | null {
  if (method === 'GET' || method === 'HEAD' || body === undefined || body === null) return null;
  return limitedBody(body as Readable, MAX_BODY_BYTES);
}

async function send(
  reply: FastifyReply,
  method: string,
  { status, headers, body }: UpstreamAnswer,
): Promise<FastifyReply> {
  reply.code(status).headers(publicHeaders(headers));
  if (method !== 'HEAD' && status !== 204 && status !== 304) return reply.send(body);
  await body.dump();
  return reply.send();
}
