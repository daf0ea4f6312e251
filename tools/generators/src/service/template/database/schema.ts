import { Blank1000000000000 } from './migrations/1000000000000-blank.migration.ts';

/** Every migration, oldest first. */
export const migrations = [Blank1000000000000];
