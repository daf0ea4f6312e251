import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../infrastructure/free-port.ts';
import { noteStart, recordStart } from '../record-start.ts';
import { until } from '../until.ts';
import { environmentLine, kafkaEnvironment, runningEnvironment, serviceEnvironments } from './environments.ts';
import { OperatorProcess } from './operator-process.ts';
import { provisionDatabase } from './provision-database.ts';
import type { SystemSecrets } from './secrets.ts';
import {
  programEnvironment,
  runToEnd,
  ServiceProcess,
  type ProcessExit,
  type ServiceProcessOptions,
} from './service-process.ts';
import { innerServices, preferredPorts, serviceNames, type ServiceName } from './services.ts';

export interface SystemOptions {
  /** The repository's root: services run from `apps/<name>/dist`. */
  readonly root: string;
  readonly adminDatabaseUrl: string;
  readonly database: string;
  /** Whether the database may be created. False where a connection string names one that exists. */
  readonly createDatabase: boolean;
  readonly brokers: string;
  /** The other KAFKA_… variables, where the broker asks for more than its address. */
  readonly kafkaVariables?: Readonly<Record<string, string>>;
  readonly secrets: SystemSecrets;
  /** Folder for environment files (`<service>.env`): to run one service alone, and for the command line tools. */
  readonly environmentDir: string;
  readonly webhookCaFile: string;
  readonly webhookAllowedAddresses: string;
  readonly rateLimits: 'on' | 'off';
  readonly logLevel: string;
  /** `preferred`: 8080 and following unless busy. `any`: whatever is free. */
  readonly ports: 'preferred' | 'any';
  /** Where each service reaches the database, when something is in between, such as a proxy. */
  readonly databaseAddresses?: Readonly<Record<ServiceName, Address>>;
  /** Changes to a service's environment: for tests of one setting. */
  readonly overrides?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
  readonly onStep: (text: string) => void;
  readonly onLine: (service: ServiceName, line: string) => void;
  /** A service ended unexpectedly. It is started again unless this returns false. */
  readonly onUnexpectedExit?: (service: ServiceName, reason: string) => boolean;
  readonly onRestarted?: () => void;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** What an operator gets once. */
export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly workspaceId: string;
}

/** One more instance of a service. */
export interface OtherInstance {
  readonly pid: number;
  readonly port: number;
  /** What its readiness says now; rejects when it does not answer. */
  readonly isReady: () => Promise<boolean>;
  /** Asks it to end, and answers how it has ended. */
  readonly stop: () => Promise<ProcessExit>;
  /** Ends it at once, as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it at its port again, once it has ended. */
  readonly start: () => void;
  readonly isRunning: () => boolean;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Listeners to one more instance. By default its lines go to the listener of its service. */
export interface InstanceEars {
  readonly onLine?: (line: string) => void;
  readonly onUnexpectedExit?: (reason: string) => void;
}

// Three folders up from src/system and from dist/system alike.
const runPrograms = join(import.meta.dirname, '..', '..', 'jest', 'run-programs.mjs');

/** The five services as processes: migrated, started, watched. The infrastructure that they need runs already. */
export class System {
  readonly #processes = new Map<ServiceName, ServiceProcess>();
  readonly #others: Pick<OtherInstance, 'stop'>[] = [];
  /** Those that have not been seen ready yet, with the time of their start. */
  readonly #begun = new Map<ServiceName, number>();
  readonly #restarts = new Map<ServiceName, number>();
  readonly #workspaces = new Map<string, Promise<string>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #stopping = false;
  #operator: OperatorProcess | undefined;
  readonly options: SystemOptions;
  readonly ports: Readonly<Record<ServiceName, number>>;
  readonly environments: Readonly<Record<ServiceName, Readonly<Record<string, string>>>>;

  private constructor(options: SystemOptions, ports: System['ports'], environments: System['environments']) {
    this.options = options;
    this.ports = ports;
    this.environments = environments;
  }

  /** Provisions, migrates and starts everything, and returns when every service is ready. */
  static async start(options: SystemOptions): Promise<System> {
    options.onStep('Preparing the database: a schema and its roles for each service');
    const databases = await provisionDatabase({
      adminUrl: options.adminDatabaseUrl,
      database: options.database,
      create: options.createDatabase,
      passwords: options.secrets.databasePasswords,
    });
    const ports = await choosePorts(options);
    const environments = serviceEnvironments({ ...options, databases, ports });
    for (const service of serviceNames) {
      const address = options.databaseAddresses?.[service];
      const throughAddress = address && {
        DATABASE_URL: withAddress(databases[service].requestUrl, address),
        WORKER_DATABASE_URL: withAddress(databases[service].workerUrl, address),
      };
      Object.assign(environments[service], throughAddress, options.overrides?.[service]);
    }
    writeEnvironmentFiles(options.environmentDir, environments);
    const system = new System(options, ports, environments);
    try {
      options.onStep('Declaring the topics, and migrating each service’s schema');
      await system.#prepare();
      options.onStep('Starting the services');
      for (const service of serviceNames) system.startService(service);
      await system.ready();
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  /** Address of the public API, ending in `/v1`. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.ports.gateway}/v1`;
  }

  get pids(): Record<ServiceName, number> {
    return Object.fromEntries(
      serviceNames.map((service) => [service, this.#processes.get(service)?.pid ?? -1]),
    ) as Record<ServiceName, number>;
  }

  /** Runs the tool that an operator would run. */
  async declareTopics(): Promise<void> {
    await runToEnd({
      name: 'the declaration of the topics',
      command: ['dist/topics.js'],
      cwd: join(this.options.root, 'tools', 'dev'),
      environment: kafkaEnvironment(this.options),
      onLine: () => undefined,
    });
  }

  async migrate(service: ServiceName): Promise<void> {
    await runToEnd({
      name: `the migration of ${service}`,
      command: ['dist/migrate.js'],
      cwd: join(this.options.root, 'apps', service),
      environment: this.environments[service],
      onLine: (line) => this.options.onLine(service, line),
    });
  }

  /** The same for all services, and the topics, in one process. */
  async #prepare(): Promise<void> {
    const { root } = this.options;
    const migrations = serviceNames.map((service) => ({
      // Of compiled/: in one process they share their packages, which each program of dist/ has for itself.
      file: 'compiled/migrate.js',
      folder: join(root, 'apps', service),
      environment: programEnvironment(this.environments[service]),
    }));
    const topics = {
      file: 'dist/topics.js',
      folder: join(root, 'tools', 'dev'),
      environment: programEnvironment(kafkaEnvironment(this.options)),
    };
    await runToEnd({
      name: 'migrations and topics',
      command: [runPrograms],
      cwd: root,
      environment: { PROGRAMS: JSON.stringify([...migrations, topics]) },
      // What a migration says begins with its schema, which has the name of the service.
      onLine: (line) => {
        const service = serviceNames.find((name) => line.startsWith(`${name}: `));
        if (service !== undefined) this.options.onLine(service, line);
      },
    });
  }

  /** Starts a service that does not run; `changes` to its environment hold for this start alone. */
  startService(service: ServiceName, changes: Readonly<Record<string, string>> = {}): void {
    const process = this.#processOf(
      service,
      changes,
      (line) => this.options.onLine(service, line),
      ({ code, signal }) => this.#restart(service, signal ?? `exit code ${code}`),
    );
    this.#processes.set(service, process);
    this.#begun.set(service, performance.now());
  }

  /**
   * Starts one more instance of a service, with `changes` to its environment, beside the one that has its name, and returns when it is
   * ready. Nothing restarts it.
   */
  async startAnother(
    service: ServiceName,
    changes: Readonly<Record<string, string>> = {},
    ears: InstanceEars = {},
  ): Promise<OtherInstance> {
    const port = await freePort();
    const name = `${service} (another)`;
    return recordStart(name, () => this.#startBeside(name, service, { ...changes, PORT: String(port) }, ears));
  }

  async #startBeside(
    name: string,
    service: ServiceName,
    changes: Readonly<Record<string, string>>,
    { onLine = (line) => this.options.onLine(service, line), onUnexpectedExit }: InstanceEars,
  ): Promise<OtherInstance> {
    const port = Number(changes['PORT']);
    const begin = (): ServiceProcess =>
      this.#processOf(service, changes, onLine, ({ code, signal }) => {
        const reason = signal ?? `exit code ${code}`;
        onLine(`${name} ended unexpectedly: ${reason}`);
        onUnexpectedExit?.(reason);
      });
    let process = begin();
    const isReady = () => isReadyAt(port);
    const instance: OtherInstance = {
      get pid() {
        return process.pid;
      },
      port,
      isReady,
      stop: () => process.stop(),
      kill: () => process.kill(),
      start: () => void (process = begin()),
      isRunning: () => process.running,
      pause: () => process.pause(),
      resume: () => process.resume(),
    };
    this.#others.push(instance);
    await until(isReady, { timeoutMs: 90_000, intervalMs: 50, describe: `${name} is ready` });
    return instance;
  }

  isRunning(service: ServiceName): boolean {
    return this.#processes.get(service)?.running ?? false;
  }

  /** Ends one service as a crash would; it stays away until it is started again. */
  async killService(service: ServiceName): Promise<void> {
    await this.#processes.get(service)?.kill();
  }

  /** Stops a service from running without ending it; `resumeService` lets it go on. */
  pauseService(service: ServiceName): void {
    this.#processes.get(service)?.pause();
  }

  resumeService(service: ServiceName): void {
    this.#processes.get(service)?.resume();
  }

  /** Answers how it has ended, if it was there. */
  async stopService(service: ServiceName): Promise<ProcessExit | undefined> {
    return this.#processes.get(service)?.stop();
  }

  /** Waits until the given services answer ready; all of them by default. */
  async ready(services: readonly ServiceName[] = serviceNames, timeoutMs = 90_000): Promise<void> {
    await Promise.all(
      services.map(async (service) => {
        await until(() => this.isReady(service), { timeoutMs, intervalMs: 50, describe: `${service} is ready` });
        const begun = this.#begun.get(service);
        this.#begun.delete(service);
        if (begun !== undefined) noteStart(service, performance.now() - begun);
      }),
    );
  }

  /** Runs the gateway's command line, as an operator would, and gives what it printed. */
  async operate(args: readonly string[]): Promise<string> {
    const lines: string[] = [];
    await runToEnd({
      name: `gateway ${args.join(' ')}`,
      command: ['dist/cli.js', ...args],
      cwd: join(this.options.root, 'apps', 'gateway'),
      environment: this.environments.gateway,
      onLine: (line) => void lines.push(line),
    });
    return lines.join('\n');
  }

  /** A key for a workspace, which is made with its first one, as an operator makes it. */
  async createKey(
    workspace: string,
    { name = workspace, scope = 'read-write' }: { readonly name?: string; readonly scope?: string } = {},
  ): Promise<CreatedKey> {
    const made = this.#workspaces.get(workspace) ?? this.operator(['workspaces', 'create', workspace]);
    this.#workspaces.set(workspace, made);
    // One that an earlier system left in this database is there already.
    await made.catch(() => undefined);
    const printed = await this.operator([
      'keys',
      'create',
      '--workspace',
      workspace,
      '--name',
      name,
      '--scope',
      scope,
      '--json',
    ]);
    const { id, key, workspace: workspaceId } = JSON.parse(printed) as { id: string; key: string; workspace: string };
    return { id, key, workspaceId };
  }

  /** What a command of the gateway's operators prints; without the start of a process for each. */
  async operator(args: readonly string[]): Promise<string> {
    this.#operator ??= new OperatorProcess({
      root: this.options.root,
      environment: programEnvironment(this.environments.gateway),
    });
    return recordStart(`operator: ${args.slice(0, 2).join(' ')}`, () => (this.#operator as OperatorProcess).run(args));
  }

  /** Stops the gateway first, so that no request meets a service that is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#operator?.stop();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#processes.get('gateway')?.stop();
    await Promise.all(this.#others.map((instance) => instance.stop()));
    await Promise.all(innerServices.map((service) => this.stopService(service)));
  }

  /** What the service's readiness says now; rejects when it does not answer. */
  async isReady(service: ServiceName): Promise<boolean> {
    return isReadyAt(this.ports[service]);
  }

  #processOf(
    service: ServiceName,
    changes: Readonly<Record<string, string>>,
    onLine: (line: string) => void,
    onUnexpectedExit: NonNullable<ServiceProcessOptions['onUnexpectedExit']>,
  ): ServiceProcess {
    return new ServiceProcess({
      name: service,
      command: ['dist/main.js'],
      cwd: join(this.options.root, 'apps', service),
      environment: runningEnvironment({ ...this.environments[service], ...changes }),
      onLine,
      onUnexpectedExit,
    });
  }

  #restart(service: ServiceName, reason: string): void {
    if (this.#stopping || this.options.onUnexpectedExit?.(service, reason) === false) return;
    const times = (this.#restarts.get(service) ?? 0) + 1;
    this.#restarts.set(service, times);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.startService(service);
        this.options.onRestarted?.();
      },
      Math.min(500 * 2 ** (times - 1), 15_000),
    );
    this.#timers.add(timer);
  }
}

async function isReadyAt(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}

async function choosePorts({ ports, onStep }: SystemOptions): Promise<Record<ServiceName, number>> {
  const chosen: Partial<Record<ServiceName, number>> = {};
  for (const service of serviceNames) {
    const preferred = ports === 'preferred' ? preferredPorts[service] : undefined;
    let port = await freePort(preferred);
    while (Object.values(chosen).includes(port)) port = await freePort();
    if (preferred !== undefined && port !== preferred) onStep(`Port ${preferred} is busy: ${service} takes ${port}`);
    chosen[service] = port;
  }
  return chosen as Record<ServiceName, number>;
}

function withAddress(url: string, { host, port }: Address): string {
  const changed = new URL(url);
  changed.host = `${host}:${port}`;
  return changed.toString();
}

function writeEnvironmentFiles(
  directory: string,
  environments: Readonly<Record<ServiceName, Readonly<Record<string, string>>>>,
): void {
  mkdirSync(directory, { recursive: true });
  for (const service of serviceNames) {
    const lines = Object.entries(environments[service]).map(environmentLine);
    writeFileSync(join(directory, `${service}.env`), lines.join('\n') + '\n', { mode: 0o600 });
  }
}
