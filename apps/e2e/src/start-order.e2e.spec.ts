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
  it('wait for each dependency, say for which, and become ready without a restart', async () => {
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
    for (const service of innerServices) expect(news(service)).not.toContain('"stack"');
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

it('a service whose database refuses its password waits, says so once without it, and is ready once the role has it', async () => {
  const { system } = running;
  const url = new URL(system.environments.contacts['DATABASE_URL'] ?? '');
  const [role, right, wrong] = [url.username, decodeURIComponent(url.password), 'not-the-one'];
  url.password = wrong;
  await system.stopService('contacts');
  const linesBefore = running.logs('contacts').length;
  const news = (): string => running.logs('contacts').slice(linesBefore).join('\n');
  try {
    system.startService('contacts', { DATABASE_URL: url.href });
    await untilAll(['contacts'], [503, { database_credentials: 'failed' }]);
    expect(await answer('contacts', '/health/live')).toEqual([200, { status: 'live' }]);
    await query(`ALTER ROLE ${role} PASSWORD '${wrong}'`);
    await untilAll(['contacts'], [200, { database: 'ok', roles: 'ok', events: 'ok', kafka: 'ok' }]);
    expect(news().match(/waiting for the database of DATABASE_URL, which .+?\(28P01\)/g)).toHaveLength(1);
    expect(news()).not.toContain(wrong);
  } finally {
    await query(`ALTER ROLE ${role} PASSWORD '${right}'`);
  }
});

it('an operator’s command whose database refuses its password says so in one line and ends with 1', async () => {
  const { contacts } = running.system.environments;
  const url = new URL(contacts['WORKER_DATABASE_URL'] ?? '');
  url.password = 'not-the-one';
  const wrong = { ...contacts, WORKER_DATABASE_URL: url.href };
  const { code, err } = await runProgram('contacts', 'operate', wrong, ['parked', 'list']);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The database of WORKER_DATABASE_URL refuses its role or password \(28P01\): .+\n$/),
  ]);
  expect(err).not.toContain('not-the-one');
});

describe('a service that is configured wrongly', () => {
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
  // Killed, or ended by its own timeout, it would exit differently.
  expect(await system.stopService('contacts')).toEqual({ code: 0, signal: null });
  await until(() => running.logs('contacts').at(-1)?.includes('stopping'), { describe: 'it says that it stops' });
});

async function query(statement: string): Promise<void> {
  const { adminDatabaseUrl: adminUrl, database } = running.system.options;
  await queryDatabase({ adminUrl, database }, statement);
}

async function moveSchema(from: string, to: string): Promise<void> {
  await query(`ALTER SCHEMA ${from} RENAME TO ${to}`);
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
