import 'reflect-metadata';
import { connectConsumers } from '@ci/messaging';
import {
  configOrExit,
  createHttpService,
  createLogger,
  endAfterCrash,
  listenOrExit,
  serveOpenApiFragment,
} from '@ci/platform';
import { apiDescription } from './api-description.ts';
import { AppModule } from './app.module.ts';
import { readConfig, SERVICE } from './config.ts';

const config = configOrExit(readConfig);
const logger = createLogger({ service: SERVICE, level: config.LOG_LEVEL });

const app = await createHttpService(AppModule.forRoot({ config, logger, onCrash: endAfterCrash(logger) }), {
  service: SERVICE,
  logger,
  drainMs: config.SHUTDOWN_DRAIN_MS,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  traces: config,
});
serveOpenApiFragment(app, apiDescription);
connectConsumers(app);
await listenOrExit(app, config);
