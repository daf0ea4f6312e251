import 'reflect-metadata';
import { openApiSchemas } from '@ci/contracts';
import { connectConsumers } from '@ci/messaging';
import { createHttpService, createLogger, serveOpenApiFragment } from '@ci/platform';
import { AppModule } from './app.module.ts';
import { readConfig, SERVICE } from './config.ts';

const config = readConfig();
const logger = createLogger({ service: SERVICE, level: config.LOG_LEVEL });

const app = await createHttpService(AppModule.forRoot({ config, logger, onCrash: endWith }), {
  service: SERVICE,
  logger,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
});
serveOpenApiFragment(app, { title: 'Webhooks', schemas: openApiSchemas });
connectConsumers(app);
await app.startAllMicroservices();
await app.listen(config.PORT, config.HOST);
logger.info({ url: await app.getUrl() }, 'ready');

/** Consuming has ended for good: a process that only answers HTTP would look alive. */
function endWith(error: Error): void {
  logger.fatal({ err: error }, 'consuming has ended');
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}
