import { z } from 'zod';

/** An owner is a read-write key with a face, a member a read-only one: they see no webhooks, and change nothing but their own account. */
export const roles = ['owner', 'member'] as const;
export const Role = z.enum(roles, 'must be owner or member');
export type Role = z.infer<typeof Role>;

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

/** An e-mail address, in lower case: `Ana@Example.com` and `ana@example.com` are one person. */
export const EmailAddress = z
  .string('must be a text')
  .trim()
  .toLowerCase()
  .max(254, 'must have at most 254 characters')
  .pipe(z.email('must be an e-mail address, such as ana@example.com'));

/** A password that may be chosen. That it is not the e-mail address is checked where both are known. */
export const NewPassword = z
  .string('must be a text')
  .min(passwordLimits.minimum, `must have at least ${passwordLimits.minimum} characters`)
  .max(passwordLimits.maximum, `must have at most ${passwordLimits.maximum} characters`);

/** A password or token that is compared and nothing else. */
export const Presented = z.string('must be a text').min(1, 'must not be empty').max(1_000, 'is too long');
