import { Webhooks1763700000000 } from './migrations/1763700000000-webhooks.migration.ts';
import { WithoutForeignKeys1796710000000 } from './migrations/1796710000000-without-foreign-keys.migration.ts';

/** All migrations, oldest first. */
export const migrations = [Webhooks1763700000000, WithoutForeignKeys1796710000000];
