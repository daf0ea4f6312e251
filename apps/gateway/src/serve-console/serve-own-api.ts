import { METHODS } from 'node:http';
import { DomainError, invalidRequest } from '@ci/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../authenticate/address-group.ts';
import type { MemberSession } from '../sign-in/sessions.ts';
import type { ConsoleApi } from './console-api.ts';
import type { Answer, Asked, ConsoleEndpoint } from './console-endpoint.ts';
import { setHeaderOf, type ConsoleGate } from './console-gate.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';

interface OwnApi {
  readonly prefix: string;
  readonly gate: ConsoleGate;
  readonly api: ConsoleApi;
}

/** The largest body: a token, a name, an address, a password. */
const MAX_BODY_BYTES = 16 * 1024;

/** The console's own endpoints: small JSON, checked in the order of `/v1`: 401, 429, 403, then the body. */
export async function serveOwnApi(instance: FastifyInstance, { prefix, gate, api }: OwnApi): Promise<void> {
  await instance.register(async (scope) => {
    parseSmallJson(scope);
    const sessions = new WeakMap<FastifyRequest, MemberSession>();
    for (const endpoint of api.endpoints) {
      scope.route({
        method: endpoint.method,
        url: `${prefix}/${endpoint.path}`,
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          const session = await sessionFor(endpoint, gate, request, reply);
          if (session !== undefined) sessions.set(request, session);
          if (endpoint.who === 'anyone' || session === undefined) return;
          await api.limits.countRequest(session.id, false, setHeaderOf(reply));
          if (endpoint.who === 'owner' && session.member.role !== 'owner')
            throw new DomainError('insufficient_role', 'Only an owner of the workspace may do this.');
        },
        handler: async (request, reply) => send(reply, await answerTo(endpoint, request, reply, sessions.get(request))),
      });
    }
    refuseOtherMethods(scope, prefix, api.endpoints);
  });
}

function sessionFor(
  { who }: ConsoleEndpoint,
  gate: ConsoleGate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<MemberSession | undefined> {
  if (who !== 'anyone') return gate.identify(request, reply);
  gate.refuseCrossSite(request);
  return gate.session(request, reply);
}

function answerTo(
  endpoint: ConsoleEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  session: MemberSession | undefined,
): Promise<Answer> {
  const { id = '' } = request.params as { readonly id?: string };
  const asked: Asked = {
    body: request.body,
    request,
    id,
    address: addressGroup(request.ip),
    session,
    setHeader: setHeaderOf(reply),
  };
  if (endpoint.who === 'anyone') return endpoint.answer(asked);
  if (session === undefined) throw new DomainError('unauthorized');
  return endpoint.answer({ ...asked, session });
}

function send(reply: FastifyReply, { status, body, cookie }: Answer): FastifyReply {
  if (cookie === null) clearSessionCookie(reply);
  else if (cookie !== undefined) setSessionCookie(reply, cookie);
  reply.code(status);
  return body === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
}

/** In place of the gateway's own reading, which leaves bodies as streams to be forwarded. A form of another site can not send this type. */
function parseSmallJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('remove', 'remove');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (request, text: string, done) => {
      if (text === '') {
        done(null, undefined);
        return;
      }
      void parse(request, text, (error, value) =>
        error === null ? done(null, value) : done(invalidRequest([{ field: 'body', message: 'is not valid JSON' }])),
      );
    },
  );
  scope.addHook('onRequest', (request, _reply, done) => {
    const tooLong = Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES;
    done(tooLong ? new DomainError('payload_too_large', 'The request body is larger than 16 kB.') : undefined);
  });
}

/** A path of ours with another method is 405, whatever the method. */
function refuseOtherMethods(scope: FastifyInstance, prefix: string, endpoints: readonly ConsoleEndpoint[]): void {
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const taken = ofPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    scope.route({
      method: METHODS.filter((method) => method !== 'CONNECT' && !taken.includes(method)),
      url: `${prefix}/${path}`,
      onRequest: (_request, _reply, done) =>
        done(new DomainError('method_not_allowed', undefined, { headers: { allow: taken.join(', ') } })),
      handler: () => undefined,
    });
  }
}
