import 'reflect-metadata';
import { connectConsumers } from '@ci/messaging';
import { configOrExit, createHttpService, createLogger, listenOrExit, serveOpenApiFragment } from '@ci/platform';
import { apiDescription } from './api-description.ts';
import { AppModule } from './app.module.ts';
import { readConfig } from './config.ts';

const config = configOrExit(readConfig);
const logger = createLogger({ service: 'summarization', level: config.LOG_LEVEL });
const app = await createHttpService(AppModule.forRoot(config, logger), {
  service: 'summarization',
  logger,
  drainMs: config.SHUTDOWN_DRAIN_MS,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  traces: config,
});
serveOpenApiFragment(app, apiDescription);
connectConsumers(app);
await listenOrExit(app, config);
