import { CallRow } from '../call-list/call.entity.ts';
import { CreateCalls1763700000000 } from './migrations/1763700000000-create-calls.migration.ts';
import { SwappedTranscripts1796600000000 } from './migrations/1796600000000-swapped-transcripts.migration.ts';
import { WithoutForeignKeys1796710000000 } from './migrations/1796710000000-without-foreign-keys.migration.ts';
import { RefusedAppends1796800000000 } from './migrations/1796800000000-refused-appends.migration.ts';

export const entities = [CallRow];

/** Every migration, oldest first. */
export const migrations = [
  CreateCalls1763700000000,
  SwappedTranscripts1796600000000,
  WithoutForeignKeys1796710000000,
  RefusedAppends1796800000000,
];
