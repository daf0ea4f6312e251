import { ContactCallRow } from '../contact-rows/contact-call.entity.ts';
import { ContactRow } from '../contact-rows/contact.entity.ts';
import { Contacts1763720000000 } from './migrations/1763720000000-contacts.migration.ts';
import { DeletedCalls1795400000000 } from './migrations/1795400000000-deleted-calls.migration.ts';
import { RepsOfCalls1795340000000 } from './migrations/1795340000000-reps-of-calls.migration.ts';

/** What TypeORM maps, and how the schema came to be. */
export const entities = [ContactRow, ContactCallRow];
export const migrations = [Contacts1763720000000, RepsOfCalls1795340000000, DeletedCalls1795400000000];
