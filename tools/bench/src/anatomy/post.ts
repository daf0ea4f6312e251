import { parseKeyRing, type KeyRing } from '@ci/config';
import { INTERNAL_TOKEN_HEADER, signInternalToken, type Caller } from '@ci/security';
import { TraceCollector } from '@ci/testing';
import { Child } from '../api/child.ts';
import type { Load } from '../api/load-generator.ts';
import { bodyOf, sent } from '../api/requests.ts';
import { startStage } from '../api/stage.ts';
import type { Benchmark } from '../run/benchmark.ts';
import { onlooker } from '../run/database.ts';
import { measureLayers, type Layer } from './measure-layers.ts';

/** The caller's trace: ingestion collects those that are sampled. */
const trace = (flags: '00' | '01') => ({ traceparent: `00-${'4bf92f35'.repeat(4)}-00f067aa0ba902b7-${flags}` });

/** From an INSERT by a bare Fastify server to a call through the gateway, a layer at a time. */
export const postAnatomy: Benchmark = {
  id: 'anatomy.post',
  title: 'what each layer of POST /v1/calls with 60 segments costs',
  async run(context) {
    const { sizes } = context;
    const collector = await TraceCollector.start();
    const tracing = { ingestion: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } };
    const stage = await startStage(context, 'bench_anatomy_post', tracing);
    const { system, bare, generator, databaseUrl, tenant } = stage;
    const { ingestion: environment } = system.environments;
    const workspace = { id: tenant.workspaceId, timezone: 'UTC', domains: [] };
    const caller: Caller = { workspace, actor: 'key_bench', scope: 'read-write' };
    const server = Child.start('../anatomy/post-server', {
      BARE_DATABASE_URL: databaseUrl,
      REQUESTS_DATABASE_URL: environment['DATABASE_URL'] ?? '',
      ENCRYPTION_KEYS: environment['ENCRYPTION_KEYS'] ?? '',
      CALLER: JSON.stringify(caller),
    });
    const client = await onlooker(databaseUrl);
    try {
      const { port } = await server.message<{ readonly port: number }>();
      const own = `http://127.0.0.1:${port}`;
      const body = JSON.stringify(bodyOf(60));
      const common = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
      const post = (request: Pick<Load, 'origin' | 'path'> & Partial<Load>) => {
        const { headers = {} } = request;
        const load = {
          ...request,
          method: 'POST',
          expectedStatus: 201,
          body,
          headers: { ...common, ...headers },
        } as const;
        return async (seconds: number, settle = true) => {
          const { requests, perSecond } = await generator.run({ ...load, connections: sizes.clients, seconds });
          // What the relay sends belongs to what a recorded call costs.
          if (settle) await sent(stage);
          return { done: requests, rate: perSecond };
        };
      };
      const command = post({ origin: own, path: '/command' });
      const toIngestion = (flags: '00' | '01', unique?: string) => async (seconds: number) => {
        const keys = parseKeyRing(environment['INTERNAL_TOKEN_KEYS'] ?? '') as KeyRing;
        const token = { audience: 'ingestion', keys, now: new Date(), ttlSeconds: 60 };
        const headers = { [INTERNAL_TOKEN_HEADER]: await signInternalToken(caller, token), ...trace(flags) };
        const origin = `http://127.0.0.1:${system.ports.ingestion}`;
        return post({ origin, path: '/v1/calls', headers, ...(unique && { unique }) })(seconds);
      };
      const { ingestion, gateway } = system.pids;
      const layers: readonly Layer[] = [
        {
          id: 'bare',
          adds: 'Fastify and one INSERT of the body, prepared, plain pg',
          during: post({ origin: bare.origin, path: '/calls' }),
          pids: [bare.pid],
        },
        {
          id: 'checked',
          adds: "ingestion's check of the body",
          during: post({ origin: own, path: '/checked' }),
          pids: [server.pid],
        },
        {
          id: 'command',
          adds: 'in place of the INSERT: draft, createStream with row-level security, and the answer',
          // The relay must not send what is to be measured without it.
          before: async () => system.pauseService('ingestion'),
          during: (seconds) => command(seconds, false),
          after: async () => {
            await client.query('DELETE FROM ingestion.outbox');
            system.resumeService('ingestion');
          },
          pids: [server.pid],
        },
        {
          id: 'relay',
          adds: "the relay of ingestion's process, which sends both messages to Kafka",
          during: command,
          pids: [server.pid, ingestion],
        },
        {
          id: 'nest',
          adds: "in place of the bare server: ingestion with Nest, the gateway's token, metrics, request ids",
          during: toIngestion('00'),
          pids: [ingestion],
        },
        {
          id: 'key',
          adds: 'an Idempotency-Key: its row in the same statement',
          during: toIngestion('00', 'idempotency-key'),
          pids: [ingestion],
        },
        {
          id: 'tracing',
          adds: 'a trace that is sampled, sent to a collector',
          during: toIngestion('01', 'idempotency-key'),
          after: async () => void collector.spans.splice(0),
          pids: [ingestion],
        },
        {
          id: 'gateway',
          adds: 'the gateway, which does not trace: API key, limits, proxy',
          during: post({
            origin: new URL(system.baseUrl).origin,
            path: '/v1/calls',
            headers: { authorization: `Bearer ${tenant.key}`, ...trace('01') },
            unique: 'idempotency-key',
          }),
          after: async () => void collector.spans.splice(0),
          pids: [ingestion, gateway],
        },
      ];
      // Of processes that have just been started, and answer some hundred requests in a second.
      const about = { id: 'anatomy.post', unit: 'requests', clients: sizes.clients, warmUpSeconds: 5 };
      // The relay reads over what was sent since the last vacuum: no layer leaves that to the next.
      return await measureLayers(context, about, layers, () => client.query('VACUUM ingestion.outbox'));
    } finally {
      await Promise.all([server.stop(), client.end(), stage.stop(), collector.close()]);
    }
  },
};
