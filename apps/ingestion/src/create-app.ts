import { connectConsumers } from '@ci/messaging';
import { createHttpService, serveOpenApiFragment } from '@ci/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDescription } from './api-description.ts';
import { AppModule, type AppOptions } from './app.module.ts';
import { SERVICE } from './config.ts';
import { acceptForms } from './import-call/uploaded-file.ts';

/** The application, complete but not started yet. */
export async function createApp(
  options: AppOptions,
  { stopOnSignals = true }: { readonly stopOnSignals?: boolean } = {},
): Promise<NestFastifyApplication> {
  const { config, logger } = options;
  const app = await createHttpService(AppModule.forRoot(options), {
    service: SERVICE,
    logger,
    stopOnSignals,
    drainMs: config.SHUTDOWN_DRAIN_MS,
    shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
    traces: config,
  });
  await acceptForms(app);
  connectConsumers(app);
  serveOpenApiFragment(app, apiDescription);
  return app;
}
