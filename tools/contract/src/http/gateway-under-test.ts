import { parseKeyRing } from '@ci/config';
import { verifyInternalToken, type Caller } from '@ci/security';
import {
  inside,
  owners,
  runCommand,
  startNetworkInfrastructure,
  startService,
  type NetworkInfrastructure,
} from '@ci/testing/containers';
import { innerServices, type InnerService } from '@ci/testing/system';
import type { StartedTestContainer } from 'testcontainers';
import { newKeys, type Answer, type Request } from '../service-under-test.ts';
import type { StubServices } from './stub-services.ts';

/** The image of the gateway with a Postgres, and stubs in the place of the services. */
export class GatewayUnderTest {
  private constructor(
    private readonly infrastructure: NetworkInfrastructure,
    private readonly container: StartedTestContainer,
    private readonly tokenKeys: Readonly<Record<InnerService, string>>,
    /** Of the one workspace that it knows. */
    readonly key: { readonly id: string; readonly key: string; readonly workspace: string },
  ) {}

  static async start(stubs: StubServices): Promise<GatewayUnderTest> {
    const infrastructure = await startNetworkInfrastructure({ kafka: false });
    try {
      const tokenKeys = Object.fromEntries(innerServices.map((service) => [service, newKeys()])) as KeysByService;
      const environment = {
        DATABASE_URL: inside.database('gateway_requests', 'requests'),
        WORKER_DATABASE_URL: inside.database('gateway_worker', 'worker'),
        RATE_LIMITS: 'off',
        ...Object.fromEntries(innerServices.flatMap((service) => addressOf(service, stubs, tokenKeys[service]))),
      };
      const migration = { ...environment, ...owners('gateway') };
      await runCommand({ service: 'gateway', infrastructure, environment: migration }, ['dist/migrate.js']);
      const container = await startService({ service: 'gateway', infrastructure, environment });
      return new GatewayUnderTest(infrastructure, container, tokenKeys, await createKey(container));
    } catch (error) {
      await infrastructure.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.container.stop({ remove: true });
    await this.infrastructure.stop();
  }

  /** A request as a client of the public API sends it. */
  async ask({ method, path, headers = {}, body }: Request): Promise<Answer> {
    const address = `http://${this.container.getHost()}:${this.container.getMappedPort(8080)}${path}`;
    const response = await fetch(address, {
      method,
      headers: { ...headers, authorization: `Bearer ${this.key.key}` },
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  /** Whom a token speaks of; throws when it is not one for this service. */
  callerIn(token: string, audience: InnerService): Promise<Caller> {
    const keys = parseKeyRing(this.tokenKeys[audience]);
    if (keys === undefined) throw new Error('the keys of the token are no keys');
    return verifyInternalToken(token, { audience, keys, now: new Date() });
  }
}

type KeysByService = Record<InnerService, string>;

function addressOf(service: InnerService, stubs: StubServices, tokenKeys: string): [string, string][] {
  const name = service.toUpperCase();
  return [
    [`${name}_URL`, `http://host.docker.internal:${stubs.portOf(service)}`],
    [`INTERNAL_TOKEN_KEYS_${name}`, tokenKeys],
  ];
}

async function createKey(container: StartedTestContainer): Promise<{ id: string; key: string; workspace: string }> {
  const operate = async <Printed>(...words: readonly string[]): Promise<Printed> => {
    const { stdout, stderr, exitCode } = await container.exec(['node', 'dist/cli.js', ...words, '--json']);
    if (exitCode !== 0) throw new Error(`the gateway refused ${words.join(' ')}:\n${stderr}`);
    return JSON.parse(stdout) as Printed;
  };
  const { id } = await operate<{ id: string }>('workspaces', 'create', 'contract');
  return operate('keys', 'create', '--workspace', id, '--name', 'contract', '--scope', 'read-write');
}
