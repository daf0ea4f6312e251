import { z } from 'zod';
import { Instant } from './words.ts';

export const keyScopes = ['read-only', 'read-write'] as const;
export const ConsoleKeyScope = z.enum(keyScopes, 'must be read-only or read-write');
export type ConsoleKeyScope = z.infer<typeof ConsoleKeyScope>;

/** An API key as lists show it. */
export const ConsoleKey = z.object({
  id: z.string(),
  name: z.string(),
  scope: ConsoleKeyScope,
  /** How the key begins, such as `ci_live_4f2a`. */
  prefix: z.string(),
  last_four: z.string(),
  created_at: Instant,
  /** The name of the member who made it. Null: an operator did, or a member who has left. */
  created_by: z.string().nullable(),
  /** To the minute. Null: never. */
  last_used_at: Instant.nullable(),
});
export type ConsoleKey = z.infer<typeof ConsoleKey>;

export const ConsoleKeyList = z.object({ data: z.array(ConsoleKey) });
export type ConsoleKeyList = z.infer<typeof ConsoleKeyList>;

/** Body of `POST /console/api/keys`. */
export const CreateKey = z.object({
  name: z
    .string('must be a text')
    .trim()
    .min(1, 'must have 1 to 100 characters')
    .max(100, 'must have 1 to 100 characters'),
  scope: ConsoleKeyScope,
});
export type CreateKey = z.infer<typeof CreateKey>;

/** The one time that the key itself is shown. */
export const CreatedConsoleKey = ConsoleKey.extend({ key: z.string() });
export type CreatedConsoleKey = z.infer<typeof CreatedConsoleKey>;
