import type { Logger } from '@ci/observability';
import { CONFIG, LOGGER } from '@ci/service';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { consoleFolder, docsFolder, type GatewayConfig } from './config.ts';
import { ApiDescription } from './describe-api/api-description.ts';
import { serveApiDescription } from './describe-api/serve-api-description.ts';
import { serveConsole } from './serve-console/serve-console.ts';
import { serveDocs } from './serve-docs/serve-docs.ts';
import { serveRoutes } from './serve-routes.ts';

/** What people open in a browser, and the description of the API. */
@Injectable()
export class PageRoutes implements OnModuleInit {
  constructor(
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(ApiDescription) private readonly description: ApiDescription,
  ) {}

  onModuleInit(): void {
    serveRoutes(this.host, this.logger, async (scope) => {
      await serveApiDescription(scope, this.description);
      await serveDocs(scope, docsFolder(this.config));
      await serveConsole(scope, consoleFolder(this.config));
    });
  }
}
