import { startTcpProxy, until, type TcpProxy } from '@ci/testing';
import { deleteTopics, innerServices, queryDatabase, serviceNames, type ServiceName } from '@ci/testing/system';
import { runProgram } from './run-program.ts';
import { startRunningSystem, type RunningSystem } from './running-system.ts';

let links: { readonly database: TcpProxy; readonly kafka: TcpProxy };
let running: RunningSystem;

beforeAll(async () => {
  links = { database: await startTcpProxy(), kafka: await startTcpProxy() };
  running = await startRunningSystem({ links });
}, 180_000);

afterAll(async () => {
  await running.stop();
  await Promise.all([links.database.close(), links.kafka.close()]);
}, 180_000);

describe('services that are started before anything else is there', () => {
  it('wait for each part, say for which, and become ready without a restart', async () => {
    const { system } = running;
    for (const service of serviceNames) await system.stopService(service);
    links.database.shut();
    links.kafka.shut();
    for (const service of serviceNames) await moveSchema(service, `${service}_away`);
    await deleteTopics(running.brokers);
    const linesBefore = new Map(serviceNames.map((service) => [service, running.logs(service).length]));
    const news = (service: ServiceName): string => running.logs(service).slice(linesBefore.get(service)).join('\n');

    for (const service of serviceNames) system.startService(service);
    const { pids } = system;
    await untilAll(serviceNames, [503, { database: 'failed' }]);
    for (const service of serviceNames) {
      expect(await answer(service, '/health/live')).toEqual([200, { status: 'live' }]);
      expect(await answer(service, '/v1/calls')).toMatchObject([503, { error: { code: 'unavailable' } }]);
    }
    expect(serviceNames.map((service) => news(service).split('waiting for the database').length)).toEqual(
      serviceNames.map(() => 2),
    );

    links.database.open();
    for (let times = 0; times < 20; times += 1) {
      await until(() => links.database.connections > 0);
      links.database.cut();
    }
    await untilAll(serviceNames, [503, { migrations: 'failed' }]);
    for (const service of serviceNames) expect(news(service)).toContain('run the migrations');

    for (const service of serviceNames) await moveSchema(`${service}_away`, service);
    const own = { database: 'ok', roles: 'ok', events: 'ok' };
    await untilAll(['gateway'], [200, own]);
    await untilAll(innerServices, [503, { ...own, kafka: 'failed' }]);

    const allSay = (line: string) =>
      until(() => innerServices.every((service) => news(service).includes(line)), { describe: line });
    await allSay('waiting for Kafka');
    links.kafka.open();
    await allSay('declare them');
    await system.declareTopics();
    await untilAll(innerServices, [200, { ...own, kafka: 'ok' }]);
    expect(innerServices.map((service) => news(service).split('waiting for Kafka').length)).toEqual(
      innerServices.map(() => 2),
    );

    links.database.shut();
    await untilAll(['gateway'], [503, { database: 'failed', roles: 'failed', events: 'failed' }]);
    links.database.open();
    await system.ready();
    expect(system.pids).toEqual(pids);
  }, 300_000);
});

describe('a service that is configured wrongly', () => {
  it.each(['gateway', 'contacts'] as const)(
    '(%s) ends at once and names what to look at: a password',
    async (service) => {
      const environment = running.system.environments[service];
      const url = new URL(environment['DATABASE_URL'] ?? '');
      url.password = 'wrong';
      const wrong = { ...environment, PORT: '0', DATABASE_URL: url.href };
      const { code, err } = await runProgram(service, 'main', wrong);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(
          /^DATABASE_URL: the database server refuses its role or password \(28P01, .+database-roles\.md\n$/,
        ),
      ]);
      expect(err).not.toContain('wrong');
    },
  );

  it('ends at once and names what to look at: an address that is taken', async () => {
    const environment = running.system.environments.contacts;
    const { code, err } = await runProgram('contacts', 'main', environment);
    expect([code, err]).toEqual([1, expect.stringMatching(/^HOST and PORT: .+ \(EADDRINUSE\)\n$/)]);
  });
});

it('a service that waits for its database ends in order when it is told to', async () => {
  const { system } = running;
  await system.stopService('contacts');
  system.startService('contacts', { DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' });
  await untilAll(['contacts'], [503, { database: 'failed' }]);
  // Killed, or ended by itself because it takes too long, it would have another one.
  expect(await system.stopService('contacts')).toEqual({ code: 0, signal: null });
  await until(() => running.logs('contacts').at(-1)?.includes('stopping'), { describe: 'it says that it stops' });
});

async function moveSchema(from: string, to: string): Promise<void> {
  const { adminDatabaseUrl: adminUrl, database } = running.system.options;
  await queryDatabase({ adminUrl, database }, `ALTER SCHEMA ${from} RENAME TO ${to}`);
}

async function answer(service: ServiceName, path: string): Promise<[number, unknown]> {
  const response = await fetch(`http://127.0.0.1:${running.system.ports[service]}${path}`);
  return [response.status, await response.json()];
}

/** Status and checks of readiness. */
async function untilAll(
  services: readonly ServiceName[],
  expected: readonly [number, Readonly<Record<string, string>>],
): Promise<void> {
  await Promise.all(
    services.map(async (service) => {
      let seen: unknown;
      const isSo = async (): Promise<boolean> => {
        const [status, body] = await answer(service, '/health/ready');
        seen = [status, (body as { checks: unknown }).checks];
        return JSON.stringify(seen) === JSON.stringify(expected);
      };
      const describe = (): string => `${service}: ${JSON.stringify(expected)}; it is ${JSON.stringify(seen)}`;
      await until(isSo, { timeoutMs: 90_000, intervalMs: 50, describe });
    }),
  );
}
