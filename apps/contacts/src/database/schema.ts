import { ContactCallRow } from '../contact-rows/contact-call.entity.ts';
import { ContactRow } from '../contact-rows/contact.entity.ts';
import { CallsOfReps1796700000000 } from './migrations/1796700000000-calls-of-reps.migration.ts';
import { Contacts1763720000000 } from './migrations/1763720000000-contacts.migration.ts';
import { DeletedCalls1795400000000 } from './migrations/1795400000000-deleted-calls.migration.ts';
import { RepsOfCalls1795340000000 } from './migrations/1795340000000-reps-of-calls.migration.ts';
import { WithoutForeignKeys1796710000000 } from './migrations/1796710000000-without-foreign-keys.migration.ts';
import { RefusedAppends1796800000000 } from './migrations/1796800000000-refused-appends.migration.ts';

/** What TypeORM maps, and how the schema came to be. */
export const entities = [ContactRow, ContactCallRow];
export const migrations = [
  Contacts1763720000000,
  RepsOfCalls1795340000000,
  DeletedCalls1795400000000,
  CallsOfReps1796700000000,
  WithoutForeignKeys1796710000000,
  RefusedAppends1796800000000,
];
