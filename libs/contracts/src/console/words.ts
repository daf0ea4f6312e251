import { z } from 'zod';
import { roles } from './access.ts';

export const Role = z.enum(roles, `must be one of ${roles.join(', ')}`);
export type Role = z.infer<typeof Role>;

/** The `rep_id`s of the calls that are a member's own. How many there may be is decided by the member. */
export const RepIds = z.array(z.string('must be a text').max(200), 'must be a list of rep IDs').max(100);

/** RFC 3339, UTC, milliseconds, as everywhere. */
export const Instant = z.string();

/** What a console asks for as a password: as long as OWASP asks, and no rules of what must be in it. */
export const passwordLimits = { minimum: 12, maximum: 200 } as const;

/** A person's name as others see it. */
export const PersonName = z
  .string('must be a text')
  .trim()
  .min(1, 'must have 1 to 200 characters')
  .max(200, 'must have 1 to 200 characters');

/** An email address, in lower case: `Ana@Example.com` and `ana@example.com` are one person. */
export const EmailAddress = z
  .string('must be a text')
  .trim()
  .toLowerCase()
  .max(254, 'must have at most 254 characters')
  .pipe(z.email('must be an email address, such as ana@example.com'));

/** A password that may be chosen. That it is not the email address is checked where both are known. */
export const NewPassword = z
  .string('must be a text')
  .min(passwordLimits.minimum, `must have at least ${passwordLimits.minimum} characters`)
  .max(passwordLimits.maximum, `must have at most ${passwordLimits.maximum} characters`);

/** A password or token that is compared and nothing else. */
export const Presented = z.string('must be a text').min(1, 'must not be empty').max(1_000, 'is too long');
