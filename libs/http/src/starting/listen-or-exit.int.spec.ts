import { Module } from '@nestjs/common';
import { testDatabaseUrl } from '@ci/database/scratch-schema';
import { createHttpService } from '../http/create-http-service.ts';
import { listenOrExit } from './listen-or-exit.ts';
import { DatabaseModule } from '@ci/database';
import { createLogger } from '@ci/observability';

const database = { url: testDatabaseUrl(), schema: 'public', poolSize: 1, applicationName: 'unfit' };

@Module({ imports: [DatabaseModule.forRoot({ ...database, worker: { url: database.url, poolSize: 1 } })] })
class UnfitModule {}

afterEach(() => jest.restoreAllMocks());

it('a service whose database roles row-level security does not hold says so in one line, and ends before it takes anything up', async () => {
  const logger = createLogger({ service: 'unfit', level: 'silent' });
  const app = await createHttpService(UnfitModule, { service: 'unfit', logger, stopOnSignals: false });
  const print = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  await listenOrExit(app, { HOST: '127.0.0.1', PORT: 0 });
  expect(exit.mock.calls).toEqual([[1]]);
  expect(print.mock.calls).toEqual([[expect.stringMatching(/^the database role ".+" is a superuser: .+\n$/)]]);
  expect(app.getHttpAdapter().getHttpServer().listening).toBe(false);
  await app.close();
});
