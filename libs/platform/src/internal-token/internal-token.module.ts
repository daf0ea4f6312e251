import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { INTERNAL_TOKEN_OPTIONS, InternalTokenGuard, type InternalTokenOptions } from './internal-token.guard.ts';

/** Closes every route of a service to requests without the gateway's token, except those marked `@Public()`. */
@Module({})
export class InternalTokenModule {
  static forRoot(options: InternalTokenOptions): DynamicModule {
    return {
      module: InternalTokenModule,
      providers: [
        { provide: INTERNAL_TOKEN_OPTIONS, useValue: options },
        { provide: APP_GUARD, useClass: InternalTokenGuard },
      ],
    };
  }
}
