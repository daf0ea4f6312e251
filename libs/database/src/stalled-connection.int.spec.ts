import { startTcpProxy, until, type TcpProxy } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { isTransientDatabaseError } from '@ci/errors';
import { createDataSource } from './data-source.ts';
import { testDatabaseUrl } from './scratch-schema.ts';

/** As long as the server may take for a statement, and for the way. */
const ANSWER_WITHIN_MS = 500 + 3_000;

describe('connections that stall for good, without an end or an error', () => {
  let proxy: TcpProxy;
  let dataSource: DataSource;

  beforeEach(async () => {
    const url = new URL(testDatabaseUrl());
    proxy = await startTcpProxy();
    proxy.leadTo(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const limits = { statementMs: 500 };
    const options = { url: url.href, schema: 'public', applicationName: 'stalled', poolSize: 2, limits };
    dataSource = await createDataSource(options).initialize();
  });
  afterEach(async () => {
    proxy.cut();
    await dataSource.destroy();
    await proxy.close();
  });

  it('are given up in time, each statement as unavailable, and the pool has others', async () => {
    await both(() => dataSource.query('SELECT pg_sleep(0.1)'));
    proxy.stall();
    const startedAt = performance.now();
    const failures = await both(() => dataSource.query('SELECT 1').catch((error: unknown) => error));
    const tookMs = performance.now() - startedAt;
    expect(failures.map(isTransientDatabaseError)).toEqual([true, true]);
    expect(tookMs).toBeGreaterThan(ANSWER_WITHIN_MS - 100);
    // One that is just ending may be handed out once more.
    await until(() => both(() => dataSource.query('SELECT 1')), { describe: 'two connections that flow' });
  });

  it('fail a transaction as unavailable, also at its end', async () => {
    const failure = await dataSource
      .transaction(async (tx) => {
        await tx.query('SELECT 1');
        proxy.stall();
      })
      .catch((error: unknown) => error);
    expect(isTransientDatabaseError(failure)).toBe(true);
    await until(() => dataSource.transaction((tx) => tx.query('SELECT 1')));
  });
});

function both<Answer>(ask: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all([ask(), ask()]);
}
