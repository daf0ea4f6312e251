import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { INTERNAL_TOKEN_OPTIONS, InternalTokenGuard, type InternalTokenOptions } from './internal-token.guard.ts';
import { RoleGuard } from './role.guard.ts';
import { WorkspaceInterceptor } from './workspace.interceptor.ts';

/**
 * Closes every route of a service to requests without the gateway's token, except those marked `@Public()`, and answers each request in the
 * workspace that its token names.
 */
@Module({})
export class InternalTokenModule {
  static forRoot(options: InternalTokenOptions): DynamicModule {
    return {
      module: InternalTokenModule,
      providers: [
        { provide: INTERNAL_TOKEN_OPTIONS, useValue: options },
        { provide: APP_GUARD, useClass: InternalTokenGuard },
        { provide: APP_GUARD, useClass: RoleGuard },
        { provide: APP_INTERCEPTOR, useClass: WorkspaceInterceptor },
      ],
    };
  }
}
