import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { HealthController } from './health.controller.ts';
import { HEALTH_OPTIONS, Readiness, type HealthOptions } from './readiness.ts';

/** `GET /health/live` and `GET /health/ready`, at the root and without a key. */
@Module({})
export class HealthModule {
  static forRoot(options: HealthOptions): DynamicModule {
    return healthModule({ provide: HEALTH_OPTIONS, useFactory: () => options });
  }

  /** For checks that need what the application provides, such as its DataSource. */
  static forRootAsync(options: {
    readonly imports?: DynamicModule['imports'];
    readonly inject?: FactoryProvider['inject'];
    readonly useFactory: (...dependencies: never[]) => HealthOptions | Promise<HealthOptions>;
  }): DynamicModule {
    const { imports = [], inject = [], useFactory } = options;
    return {
      ...healthModule({ provide: HEALTH_OPTIONS, inject, useFactory: useFactory as FactoryProvider['useFactory'] }),
      imports,
    };
  }
}

function healthModule(options: FactoryProvider): DynamicModule {
  return {
    module: HealthModule,
    controllers: [HealthController],
    providers: [options, Readiness],
    exports: [Readiness],
  };
}
