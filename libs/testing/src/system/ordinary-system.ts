import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../certificates.ts';
import { dropProvisionedDatabase } from './provision-database.ts';
import type { ServiceName } from './services.ts';
import type { System } from './system.ts';
import { startTemporarySystem, type TemporarySystemOptions } from './temporary-system.ts';
import { startTestKafka } from './test-kafka.ts';

export interface OrdinarySystem {
  readonly system: System;
  readonly brokers: string;
  readonly authority: Certificate;
  /** What the services have logged so far. */
  readonly lines: readonly { readonly service: ServiceName; readonly line: string }[];
  readonly stop: () => Promise<void>;
}

export type OrdinarySystemOptions = Partial<
  Pick<TemporarySystemOptions, 'databaseAddresses' | 'logLevel' | 'overrides' | 'rateLimits'>
> & {
  /** What the services reach their broker through, and what has to be led to it. */
  readonly kafkaProxy?: { readonly port: number; readonly leadTo: (port: number) => void };
};

/** The whole system: the built services as processes, with a separate database on the server of TEST_DATABASE_URL, and a separate broker. */
export async function startOrdinarySystem({
  kafkaProxy,
  ...options
}: OrdinarySystemOptions = {}): Promise<OrdinarySystem> {
  const adminUrl = process.env['TEST_DATABASE_URL'];
  if (adminUrl === undefined) throw new Error('TEST_DATABASE_URL is not set: run these tests with npm test');
  const folder = await mkdtemp(join(tmpdir(), 'call-intelligence-e2e-'));
  const database = `e2e_${randomBytes(4).toString('hex')}`;
  const kafka = await startTestKafka(join(folder, 'kafka'));
  const lines: { readonly service: ServiceName; readonly line: string }[] = [];
  kafkaProxy?.leadTo(Number(kafka.brokers.split(':')[1]));
  const { system, authority } = await startTemporarySystem({
    folder,
    adminDatabaseUrl: adminUrl,
    database,
    brokers: kafkaProxy ? `127.0.0.1:${kafkaProxy.port}` : kafka.brokers,
    ...options,
    onStep: () => undefined,
    onLine: (service, line) => void lines.push({ service, line }),
    onUnexpectedExit: () => true,
  }).catch(async (error: unknown) => {
    await kafka.stop();
    const last = lines.slice(-30).map(({ line }) => line);
    throw new Error(`The system did not start. Its last lines:\n${last.join('\n')}`, { cause: error });
  });
  return {
    system,
    brokers: kafka.brokers,
    authority,
    lines,
    stop: async () => {
      await system.stop();
      await kafka.stop();
      await dropProvisionedDatabase({ adminUrl, database });
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
