import type { System } from '@ci/testing/system';
import { Child } from '../api/child.ts';
import type { BenchContext } from '../run/benchmark.ts';
import { createWebhook } from '../run/calls.ts';
import { startOwnSystem, type Overrides } from '../run/own-system.ts';
import type { GeneratorOrder } from './generator.ts';
import type { ReceiverOrder, ReceiverReport } from './receiver.ts';

/** A workspace of the system and a key of it. */
export interface Tenant {
  readonly workspaceId: string;
  readonly key: string;
}

/** The services that are measured, with who sends to them and who receives from them as separate processes. */
export interface Stage {
  readonly system: System;
  readonly receiver: Receiver;
  readonly generator: Generator;
  /** Whom the receiver's certificate is from. */
  readonly ca: string;
  /** A new workspace with an endpoint at each of these paths. */
  readonly tenant: (name: string, paths: readonly string[]) => Promise<Tenant>;
  readonly stop: () => Promise<void>;
}

export async function startStage(context: BenchContext, database: string, overrides: Overrides = {}): Promise<Stage> {
  const { system, receiverCertificate } = await startOwnSystem(context, database, overrides);
  const started: { stop: () => Promise<void> }[] = [system];
  const stop = async (): Promise<void> => {
    await Promise.allSettled(started.map((part) => part.stop()));
  };
  try {
    const receiver = await Receiver.start(receiverCertificate);
    started.push(receiver);
    const generator = new Generator();
    started.push(generator);
    const { ca } = receiverCertificate;
    return { system, receiver, generator, ca, tenant: (name, paths) => newTenant(system, receiver, name, paths), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function newTenant(system: System, receiver: Receiver, name: string, paths: readonly string[]): Promise<Tenant> {
  const { workspaceId, key } = await system.createKey(name);
  for (const path of paths) await createWebhook(system, key, `${receiver.url}${path}`, ['call.ended']);
  return { workspaceId, key };
}

/** The process of the customers' endpoints. */
export class Receiver {
  private constructor(
    private readonly child: Child,
    readonly url: string,
  ) {}

  static async start({ cert, key }: { readonly cert: string; readonly key: string }): Promise<Receiver> {
    const child = Child.start('../webhooks/receiver', { RECEIVER_CERT: cert, RECEIVER_KEY: key });
    const { port } = await child.message<{ readonly port: number }>();
    return new Receiver(child, `https://127.0.0.1:${port}`);
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Call it before they are sent; resolves when so many different ones have come. */
  expect(count: number): Promise<ReceiverReport> {
    const report = this.child.message<ReceiverReport>();
    this.child.send({ expect: count } satisfies ReceiverOrder);
    return report;
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}

/** The process that sends events and calls. */
export class Generator {
  private readonly child = Child.start('../webhooks/generator');

  get pid(): number {
    return this.child.pid;
  }

  /** Resolves when all is sent, with the moment at which the first was. */
  async send(order: GeneratorOrder): Promise<number> {
    const answer = this.child.message<{ readonly beganAt?: number; readonly error?: string }>();
    this.child.send(order);
    const { beganAt, error } = await answer;
    if (beganAt === undefined) throw new Error(error ?? 'the generator gave no answer');
    return beganAt;
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}
