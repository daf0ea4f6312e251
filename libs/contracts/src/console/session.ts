import { z } from 'zod';
import { Member } from './member.ts';
import { Presented } from './words.ts';
import { ConsoleWorkspace } from './workspace.ts';

/** Who is signed in, and the token that every request that changes something carries in `X-CSRF-Token`. */
export const ConsoleSession = z.object({
  member: Member,
  workspace: ConsoleWorkspace,
  csrf_token: z.string(),
});
export type ConsoleSession = z.infer<typeof ConsoleSession>;

/** Answer of `GET` and `POST /console/api/session`, and of accepting an invitation. Null: no member is signed in. */
export const SessionAnswer = z.object({ session: ConsoleSession.nullable() });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

/** Body of `POST /console/api/session`. */
export const SignIn = z.object({
  // No check of its shape: whatever is no member's address is answered as a wrong password is.
  email: Presented.max(320, 'is too long').trim().toLowerCase(),
  password: Presented,
});
export type SignIn = z.infer<typeof SignIn>;
