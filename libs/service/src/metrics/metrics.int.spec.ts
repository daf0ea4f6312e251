import { Module } from '@nestjs/common';
import { freePort, until } from '@ci/testing';
import { MetricsModule } from './metrics.module.ts';
import { DatabaseModule } from '@ci/database';
import { createHttpService, listenOrExit } from '@ci/http';
import { createLogger } from '@ci/observability';

const HOST = '127.0.0.1';

it('metrics are shown while the service waits for its database, without those that are read there', async () => {
  const logger = createLogger({ service: 'early', level: 'silent' });
  const METRICS_PORT = await freePort();
  const url = 'postgres://nobody@127.0.0.1:1/nothing';
  @Module({
    imports: [
      DatabaseModule.forRoot({ url, schema: 'public', applicationName: 'early', worker: { url } }),
      MetricsModule.forRoot({
        service: 'early',
        address: { HOST, METRICS_PORT },
        logger,
        measures: [
          (metrics, database) =>
            metrics.sampled({
              part: 'things',
              gauges: { things: { name: 'ci_things', help: 'Things.' } },
              read: async () => (await database.query<[{ things: number }]>('SELECT 1 AS things'))[0],
            }),
        ],
      }),
    ],
  })
  class EarlyModule {}

  const app = await createHttpService(EarlyModule, { service: 'early', logger, stopOnSignals: false });
  const started = listenOrExit(app, { HOST, PORT: 0 });
  const text = await until(async () => (await fetch(`http://${HOST}:${METRICS_PORT}/metrics`)).text());
  expect(text).toContain('ci_unread{part="things",service="early"} 1');
  expect(text).not.toContain('ci_things{');
  expect(text).toContain('\nprocess_start_time_seconds{service="early"} ');
  await app.close();
  await started;
  await expect(fetch(`http://${HOST}:${METRICS_PORT}/metrics`)).rejects.toThrow();
});
