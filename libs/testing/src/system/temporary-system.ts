import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createCertificateAuthority, type Certificate } from '../certificates.ts';
import { createSecrets } from './secrets.ts';
import { System, type SystemOptions } from './system.ts';

/** What tests and tools differ in. */
export interface TemporarySystemOptions
  extends
    Pick<SystemOptions, 'adminDatabaseUrl' | 'database' | 'brokers' | 'onStep' | 'onLine' | 'onUnexpectedExit'>,
    Partial<Pick<SystemOptions, 'databaseAddresses' | 'logLevel' | 'overrides' | 'rateLimits'>> {
  /** For what it has to write; made when it is not there. The caller removes it. */
  readonly folder: string;
}

export interface TemporarySystem {
  readonly system: System;
  /** What receivers' certificates are signed with, so that the webhooks service trusts them. */
  readonly authority: Certificate;
}

/**
 * The built services for as long as a test or a run of a tool lasts: separate secrets and a separate database, free ports, webhooks to loopback,
 * and no rate limits unless they are asked for.
 */
export async function startTemporarySystem({
  folder,
  overrides = {},
  ...options
}: TemporarySystemOptions): Promise<TemporarySystem> {
  await mkdir(folder, { recursive: true });
  const authority = await createCertificateAuthority({ commonName: 'Call Intelligence tests' });
  const webhookCaFile = join(folder, 'ca.pem');
  await writeFile(webhookCaFile, authority.certPem);
  const system = await System.start({
    root,
    createDatabase: true,
    secrets: createSecrets(),
    environmentDir: join(folder, 'env'),
    webhookCaFile,
    webhookAllowedAddresses: '127.0.0.1/32',
    rateLimits: 'off',
    logLevel: 'info',
    ports: 'any',
    ...options,
    // Tests wait for summaries, on machines that others keep busy.
    overrides: { ...overrides, summarization: { ANALYSIS_PRIORITY: '0', ...overrides.summarization } },
  });
  return { system, authority };
}

/** Four folders up from src/system and from dist/system alike. */
const root = resolve(import.meta.dirname, '../../../..');
