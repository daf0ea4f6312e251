import { WORKER_DATA_SOURCE } from '@ci/database';
import type { FactoryProvider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RateLimits } from '../limit-rates/rate-limits.ts';
import { provide } from '../provide.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { SignIn } from '../sign-in/sign-in.ts';
import { ConsoleApi } from './console-api.ts';
import { ConsoleGate } from './console-gate.ts';

/** What the console's server side is made of. `now`: by which sessions end. */
export function consoleProviders(now: () => Date): FactoryProvider[] {
  return [
    provide(Sessions, [DataSource], (dataSource: DataSource) => new Sessions(dataSource, now)),
    {
      provide: SignIn,
      inject: [WORKER_DATA_SOURCE],
      useFactory: (worker: DataSource) => new SignIn(worker, now),
    },
    provide(
      ConsoleGate,
      [Sessions, RateLimits],
      (sessions: Sessions, limits: RateLimits) => new ConsoleGate(sessions, limits),
    ),
    {
      provide: ConsoleApi,
      inject: [WORKER_DATA_SOURCE, Sessions, SignIn, RateLimits],
      useFactory: (worker: DataSource, sessions: Sessions, signIn: SignIn, limits: RateLimits) =>
        new ConsoleApi({ worker, sessions, signIn, limits }),
    },
  ];
}
