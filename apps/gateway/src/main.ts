import 'reflect-metadata';
import { configOrExit, createHttpService, createLogger, listenOrExit } from '@ci/platform';
import { AppModule } from './app.module.ts';
import { readConfig } from './config.ts';
import { serveApiDescription } from './describe-api/serve-api-description.ts';
import { serveApi } from './serve-api.ts';
import { serveConsole } from './serve-console/serve-console.ts';
import { serveDocs } from './serve-docs/serve-docs.ts';

const config = configOrExit(readConfig);
const logger = createLogger({ service: 'gateway', level: config.LOG_LEVEL });
const app = await createHttpService(AppModule.forRoot(config, logger), {
  service: 'gateway',
  logger,
  bodies: 'stream',
  facesStrangers: true,
  trustProxy: config.TRUSTED_PROXIES ?? false,
  drainMs: config.SHUTDOWN_DRAIN_MS,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  traces: config,
});
await serveApiDescription(app);
await serveDocs(app);
serveApi(app, logger);
serveConsole(app, logger);
await listenOrExit(app, config);
