import { sendError } from '@ci/http';
import type { Logger } from '@ci/observability';
import type { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

/** Lets Fastify serve what is no controller's. For `onModuleInit`. */
export function serveRoutes(
  { httpAdapter }: HttpAdapterHost,
  logger: Logger,
  serve: (scope: FastifyInstance) => Promise<void> | void,
): void {
  const instance = httpAdapter.getInstance<FastifyInstance>();
  // Not awaited: that would finish the routes that are there, before Nest has given them what answers errors.
  void instance.register(async (scope) => {
    // Nest sets its own afterwards, which may be too late for these.
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, logger));
    await serve(scope);
  });
}
