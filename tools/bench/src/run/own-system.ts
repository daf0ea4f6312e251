import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertificateAuthority, issueCertificate } from '@ci/testing';
import { createSecrets, serviceNames, System } from '@ci/testing/system';
import type { BenchContext } from './benchmark.ts';

export interface OwnSystem {
  readonly system: System;
  /** For a receiver on loopback whom the webhooks service believes. */
  readonly receiverCertificate: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** The five services as processes, on this run's parts, without rate limits. Each benchmark takes a database of its own. */
export async function startOwnSystem({ parts, say }: BenchContext, database: string): Promise<OwnSystem> {
  const folder = join(parts.folder, database);
  mkdirSync(folder, { recursive: true });
  const authority = await createCertificateAuthority({ commonName: 'bench' });
  const webhookCaFile = join(folder, 'ca.pem');
  writeFileSync(webhookCaFile, authority.certPem);
  const { certPem, keyPem } = await issueCertificate(authority, { hosts: ['127.0.0.1', 'localhost'] });
  const system = await System.start({
    root: join(import.meta.dirname, '..', '..', '..', '..'),
    adminDatabaseUrl: parts.databaseUrl,
    database,
    createDatabase: true,
    brokers: parts.brokers,
    secrets: createSecrets(),
    environmentDir: join(folder, 'env'),
    webhookCaFile,
    webhookAllowedAddresses: '127.0.0.1/32',
    rateLimits: 'off',
    logLevel: 'warn',
    ports: 'any',
    onStep: say,
    onLine: (service, line) => say(`${service}: ${line}`),
    onUnexpectedExit: (service, reason) => {
      say(`${service} ended by itself: ${reason}`);
      return false;
    },
  });
  // Services are process groups of their own: one that is left behind by an interrupted run would never end.
  process.once('exit', () => {
    for (const service of serviceNames) if (system.isRunning(service)) process.kill(system.pids[service], 'SIGKILL');
  });
  return { system, receiverCertificate: { cert: certPem, key: keyPem, ca: authority.certPem } };
}
