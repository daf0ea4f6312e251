import { databaseOf, type System } from '@ci/testing/system';
import type { BenchContext } from '../run/benchmark.ts';
import { startOwnSystem, type Overrides } from '../run/own-system.ts';
import { BareServer, LoadGenerator } from './child.ts';

/** A workspace of the system and a key of it. */
export interface Tenant {
  readonly workspaceId: string;
  readonly key: string;
}

/** Gateway and ingestion as they run, the bare server beside them on the same database, and who sends requests to both. */
export interface Stage {
  readonly system: System;
  readonly bare: BareServer;
  readonly generator: LoadGenerator;
  /** Of the superuser. */
  readonly databaseUrl: string;
  readonly tenant: Tenant;
  readonly stop: () => Promise<void>;
}

/** Starts all of it. What runs behind Kafka is stopped: requests are measured, not the work that follows them. */
export async function startStage(context: BenchContext, database: string, overrides: Overrides = {}): Promise<Stage> {
  const { system } = await startOwnSystem(context, database, overrides);
  const databaseUrl = databaseOf(context.infrastructure.databaseUrl, database);
  const started: { stop: () => Promise<void> }[] = [system];
  const stop = async (): Promise<void> => {
    await Promise.allSettled(started.map((part) => part.stop()));
  };
  try {
    for (const service of ['summarization', 'contacts', 'webhooks'] as const) await system.stopService(service);
    const bare = await BareServer.start(databaseUrl);
    started.push(bare);
    const generator = new LoadGenerator();
    started.push(generator);
    return { system, bare, generator, databaseUrl, tenant: await newTenant(system), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function newTenant(system: System): Promise<Tenant> {
  const { workspaceId, key } = await system.createKey('bench');
  return { workspaceId, key };
}
