import { WORKER_DATA_SOURCE } from '@ci/database';
import { Metrics, type Logger } from '@ci/observability';
import { Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Clock, Random } from '../../clock.ts';
import type { WebhooksConfig } from '../../config.ts';
import { DeliverySender } from './delivery-sender.ts';
import { makeSender, SenderLifecycle } from './sender-lifecycle.ts';

export interface SenderModuleOptions {
  readonly config: WebhooksConfig;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: Random;
}

/** The one sender of an instance, shared by the controllers and consumers that store deliveries. */
@Module({})
export class SenderModule {
  static forRoot(options: SenderModuleOptions): DynamicModule {
    return {
      module: SenderModule,
      providers: [
        {
          provide: DeliverySender,
          inject: [WORKER_DATA_SOURCE, Metrics],
          useFactory: (dataSource: DataSource, metrics: Metrics) => makeSender({ ...options, dataSource, metrics }),
        },
        SenderLifecycle,
      ],
      exports: [DeliverySender],
    };
  }
}
