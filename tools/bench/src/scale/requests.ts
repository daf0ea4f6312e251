import type { System } from '@ci/testing/system';
import { LoadGenerator } from '../api/child.ts';
import type { Load } from '../api/load-generator.ts';
import { callBody } from '../pipeline/call-body.ts';
import type { Benchmark, BenchContext } from '../run/benchmark.ts';
import { startOwnSystem } from '../run/own-system.ts';
import { recordCall } from '../run/calls.ts';
import { measurementsOf, startClock, type Worked } from './measurements.ts';

type Request = Pick<Load, 'method' | 'path' | 'headers' | 'expectedStatus' | 'body'>;

/** Where requests enter, and the processes of the service that is measured. */
interface Way {
  readonly origins: readonly [string, string];
  readonly pids: readonly number[];
}

interface Ways {
  readonly one: Way;
  readonly two: Way;
}

/** The same two generators in both cases: what differs is how many instances answer them. */
function requestBenchmark(
  service: 'gateway' | 'ingestion',
  title: string,
  prepare: (system: System, key: string) => Promise<{ readonly request: Request; readonly ways: Ways }>,
): Benchmark {
  const id = `scale.${service}`;
  return {
    id,
    title,
    async run(context) {
      const { system } = await startOwnSystem(context, `bench_scale_${service}`);
      const generators = [new LoadGenerator(), new LoadGenerator()];
      const rounds: Record<keyof Ways, Worked[]> = { one: [], two: [] };
      try {
        for (const other of ['summarization', 'contacts', 'webhooks'] as const) await system.stopService(other);
        const { key } = await system.createKey('bench');
        const { request, ways } = await prepare(system, key);
        const send = (way: Way) => sendBy(way, request, generators, context);
        for (const way of [ways.one, ways.two]) await send(way); // compiling, first connections
        for (let round = 1; round <= context.sizes.rounds; round += 1) {
          const [one, two] = [await send(ways.one), await send(ways.two)];
          rounds.one.push(one);
          rounds.two.push(two);
          context.say(
            `round ${round} of ${context.sizes.rounds}: one ${one.perSecond.toFixed(0)}/s, two ${two.perSecond.toFixed(0)}/s`,
          );
        }
      } finally {
        await Promise.all(generators.map((generator) => generator.stop()));
        await system.stop();
      }
      return measurementsOf(id, 'request', rounds);
    },
  };
}

async function sendBy(
  { origins, pids }: Way,
  request: Request,
  generators: readonly LoadGenerator[],
  { infrastructure, sizes }: BenchContext,
): Promise<Worked> {
  const clock = startClock({ service: pids, postgres: [infrastructure.pids.postgres] });
  const connections = Math.ceil(sizes.clients / 2);
  const results = await Promise.all(
    generators.map((generator, index) =>
      generator.run({ ...request, origin: origins[index] ?? origins[0], connections, seconds: sizes.seconds }),
    ),
  );
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  return { perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0), cpu: clock(requests) };
}

const call = callBody('marcus.webb@acme.example');
const body = JSON.stringify(call);

export const gateway = requestBenchmark(
  'gateway',
  'GET /v1/calls/{id} of 8 segments, by one gateway and by two',
  async (system, key) => {
    const id = await recordCall(system, key, call);
    const other = await system.startAnother('gateway');
    const [first, second] = [originOf(system.ports.gateway), originOf(other.port)];
    return {
      request: {
        method: 'GET',
        path: `/v1/calls/${id}`,
        headers: { authorization: `Bearer ${key}` },
        expectedStatus: 200,
      },
      ways: {
        one: { origins: [first, first], pids: [system.pids.gateway] },
        two: { origins: [first, second], pids: [system.pids.gateway, other.pid] },
      },
    };
  },
);

export const ingestion = requestBenchmark(
  'ingestion',
  'POST /v1/calls with 8 segments, to one instance and to two, each behind a gateway of its own',
  async (system, key) => {
    const other = await system.startAnother('ingestion');
    const behind = (port: number) => system.startAnother('gateway', { INGESTION_URL: originOf(port) });
    const gateways = [await behind(system.ports.ingestion), await behind(other.port)] as const;
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    };
    const first = [originOf(system.ports.gateway), originOf(gateways[0].port)] as const;
    return {
      request: { method: 'POST', path: '/v1/calls', headers, expectedStatus: 201, body },
      ways: {
        one: { origins: first, pids: [system.pids.ingestion] },
        two: { origins: [first[0], originOf(gateways[1].port)], pids: [system.pids.ingestion, other.pid] },
      },
    };
  },
);

function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
