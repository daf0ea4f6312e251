import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createCertificateAuthority, issueCertificate } from './certificates.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './infrastructure/embedded-postgres.ts';
import { until } from './until.ts';

/** A server with TLS. `ca.pem` in its folder is the authority that signs it, `other.pem` one that does not. */
export interface EncryptedPostgres {
  readonly server: EmbeddedPostgres;
  readonly folder: string;
  /** As the superuser, who needs no TLS. */
  readonly query: (...statements: readonly string[]) => Promise<void>;
  /** The same, and the server reads its configuration again: what connects afterwards meets it. */
  readonly configure: (...statements: readonly string[]) => Promise<void>;
  /** Of clients, signed in or not yet, without this question's. */
  readonly connections: () => Promise<number>;
  /** The server shows another certificate from now on: for these hosts, from and until so many days from now. */
  readonly serve: (hosts: readonly [string], days: readonly [number, number]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startEncryptedPostgres(): Promise<EncryptedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'encrypted-postgres-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
  const [authority, other] = await Promise.all([
    createCertificateAuthority({ commonName: 'Company authority' }),
    createCertificateAuthority({ commonName: 'Another authority' }),
  ]);
  await Promise.all([
    writeFile(join(folder, 'ca.pem'), authority.certPem),
    writeFile(join(folder, 'other.pem'), other.certPem),
  ]);
  const results = async (statements: readonly string[]): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const all: unknown[] = [];
    for (const statement of statements) all.push((await client.query(statement)).rows[0]);
    await client.end();
    return all;
  };
  const query = async (...statements: readonly string[]): Promise<void> => {
    await results(statements);
  };
  const connections = async (): Promise<number> => {
    const count = `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
    const [row] = await results([count]);
    return (row as { count: number }).count;
  };
  const configure = async (...statements: readonly string[]): Promise<void> => {
    const loaded = async (): Promise<string> => JSON.stringify(await results(['SELECT pg_conf_load_time()']));
    const before = await loaded();
    await query(...statements, 'SELECT pg_reload_conf()');
    await until(async () => (await loaded()) !== before, { describe: 'the server to read its configuration' });
  };
  const serve: EncryptedPostgres['serve'] = async (hosts, days) => {
    const { certPem, keyPem } = await issueCertificate(authority, { hosts, days });
    await configure(
      serverFile('server.crt', certPem),
      serverFile('server.key', keyPem),
      `ALTER SYSTEM SET ssl_cert_file = 'server.crt'`,
      `ALTER SYSTEM SET ssl_key_file = 'server.key'`,
      `ALTER SYSTEM SET ssl = on`,
    );
  };
  await serve(['localhost'], [-1, 365]);
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  return { server, folder, query, configure, connections, serve, stop };
}

/** A statement by which the server writes a file that it owns: it may read no other. */
export function serverFile(name: string, text: string): string {
  const lines = text.trim().split('\n');
  const array = `{${lines.map((line) => `"${line}"`).join(',')}}`;
  return `COPY (SELECT line FROM unnest($$${array}$$::text[]) line) TO PROGRAM 'umask 077; cat > ${name}'`;
}
