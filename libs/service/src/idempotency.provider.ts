import type { KeyRing } from '@ci/config';
import { Idempotency } from '@ci/http';
import type { FactoryProvider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from './injection-tokens.ts';

/** `Idempotency` for a service with `encryptionConfig` and the tables of `idempotencySql`. */
export const idempotencyProvider: FactoryProvider<Idempotency> = {
  provide: Idempotency,
  inject: [DataSource, CONFIG],
  useFactory: (dataSource: DataSource, { ENCRYPTION_KEYS }: { readonly ENCRYPTION_KEYS: KeyRing }) =>
    new Idempotency({ dataSource, encryptionKeys: ENCRYPTION_KEYS }),
};
