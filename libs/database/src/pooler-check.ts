import { DataSource, type QueryRunner } from 'typeorm';
import { StartRefused } from '@ci/errors';
import { initialized } from './initialized.ts';

/**
 * Throws when one connection is answered by several backends of the server, as behind a pooler that lends a backend for a transaction at a
 * time: what a connection sets would hold for the client that gets that backend next, the workspace that row-level security goes by among it.
 */
export async function assertNoTransactionPooler(dataSource: DataSource): Promise<void> {
  // A pool of one connection has no other: one beside it is lent the backend that the first would keep.
  const beside = poolSizeOf(dataSource) > 1 ? dataSource : await initialized(new DataSource(dataSource.options));
  const [own, other] = [dataSource.createQueryRunner(), beside.createQueryRunner()];
  try {
    await backendOf(other);
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await backendOf(own);
      // A pooler that lends the backend that was freed first answers this by another one.
      if ((await backendOf(own)) !== first) throw new TransactionPooler();
      // A pooler that lends the one that was freed last gives it to the other connection.
      const held = await heldBackendOf(other);
      if (held === first || (await backendOf(own)) !== first) throw new TransactionPooler();
      await other.rollbackTransaction();
    }
  } finally {
    if (other.isTransactionActive) await other.rollbackTransaction().catch(() => undefined);
    await Promise.all([own.release(), other.release()]);
    if (beside !== dataSource) await beside.destroy();
  }
}

/** For poolers that draw lots. */
const ROUNDS = 3;

/** What the variable leads to is no server. */
class TransactionPooler extends StartRefused {
  constructor() {
    super(
      'two statements of one connection were answered by different backends: a pooler in transaction mode stands in between (PgBouncer’s ' +
        'pool_mode = transaction, or a host that ends in “-pooler”). Row-level security sets the workspace on the connection and must not run ' +
        'behind it: name the server itself, or a pooler in session mode. docs/database-roles.md',
    );
  }
}

async function heldBackendOf(runner: QueryRunner): Promise<number> {
  await runner.startTransaction();
  return backendOf(runner);
}

async function backendOf(runner: QueryRunner): Promise<number> {
  const [row] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
  return row?.pid ?? 0;
}

function poolSizeOf({ options }: DataSource): number {
  return 'poolSize' in options ? (options.poolSize ?? 1) : 1;
}
