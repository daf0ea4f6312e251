import { join } from 'node:path';
import { issueCertificate } from '@ci/testing';
import { serviceNames, startTemporarySystem, type System, type SystemOptions } from '@ci/testing/system';
import type { BenchContext } from './benchmark.ts';

export interface OwnSystem {
  readonly system: System;
  /** For a receiver on loopback whom the webhooks service believes. */
  readonly receiverCertificate: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** Changes to services' environments. */
export type Overrides = NonNullable<SystemOptions['overrides']>;

/** The five services as processes, on this run's infrastructure, without rate limits. Each benchmark takes a separate database. */
export async function startOwnSystem(
  { infrastructure, say }: BenchContext,
  database: string,
  overrides: Overrides = {},
): Promise<OwnSystem> {
  const { system, authority } = await startTemporarySystem({
    folder: join(infrastructure.folder, database),
    adminDatabaseUrl: infrastructure.databaseUrl,
    database,
    brokers: infrastructure.brokers,
    logLevel: 'warn',
    // What is measured is the rest: analyses take what it leaves.
    overrides: { ...overrides, summarization: { ANALYSIS_PRIORITY: '19', ...overrides.summarization } },
    onStep: say,
    onLine: (service, line) => say(`${service}: ${line}`),
    onUnexpectedExit: (service, reason) => {
      say(`${service} ended unexpectedly: ${reason}`);
      return false;
    },
  });
  // Services are separate process groups: one that is left behind by an interrupted run would never end.
  process.once('exit', () => {
    for (const service of serviceNames) if (system.isRunning(service)) process.kill(system.pids[service], 'SIGKILL');
  });
  const { certPem, keyPem } = await issueCertificate(authority, { hosts: ['127.0.0.1', 'localhost'] });
  return { system, receiverCertificate: { cert: certPem, key: keyPem, ca: authority.certPem } };
}
