import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { FastifyInstance } from 'fastify';
import type { DataSource } from 'typeorm';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { Metrics, MetricsServer, type Logger, type MetricsAddress } from '@ci/observability';
import { measureAnswers } from '@ci/http';
import { measurePools } from './pool-metrics.ts';

/** What a service says about its metrics. */
export interface MetricsModuleOptions {
  readonly service: string;
  readonly address: MetricsAddress;
  readonly logger: Logger;
  /** What is measured in the service's own tables; each gets the connections for work across workspaces. */
  readonly measures?: readonly ((metrics: Metrics, database: DataSource) => void)[];
}

/**
 * Gives every part of a service its `Metrics`, measures what all services have, answers to requests and pools, and shows them:
 * `listenOrExit` begins it before the service waits for anything.
 */
@Module({})
export class MetricsModule implements OnApplicationShutdown {
  constructor(@Inject(MetricsServer) private readonly server: MetricsServer) {}

  static forRoot({ service, address, logger, measures = [] }: MetricsModuleOptions): DynamicModule {
    return {
      module: MetricsModule,
      global: true,
      providers: [
        {
          provide: Metrics,
          inject: [HttpAdapterHost, getDataSourceToken(), WORKER_DATA_SOURCE],
          useFactory: ({ httpAdapter }: HttpAdapterHost, requests: DataSource, worker: DataSource) => {
            const metrics = new Metrics(service);
            measureAnswers(httpAdapter.getInstance<FastifyInstance>(), metrics);
            measurePools(metrics, { requests, worker });
            for (const measure of measures) measure(metrics, worker);
            return metrics;
          },
        },
        {
          provide: MetricsServer,
          inject: [Metrics],
          useFactory: (metrics: Metrics) => new MetricsServer(metrics, address, logger),
        },
      ],
      exports: [Metrics, MetricsServer],
    };
  }

  /** Last of all: until then it shows how the service ends. */
  async onApplicationShutdown(): Promise<void> {
    await this.server.stop();
  }
}
