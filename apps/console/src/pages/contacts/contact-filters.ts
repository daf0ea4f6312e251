import { emailProblem } from '../../session/password-rules.ts';

/** What of the contacts is shown; in the address bar. */
export interface ContactFilters {
  /** A whole address: the API looks for nothing less. */
  readonly email?: string;
}

/** Of an address of the console; what is no email address is left out. */
export function contactFiltersOf({ email }: Readonly<Record<string, unknown>>): ContactFilters {
  return typeof email === 'string' && emailProblem(email) === null ? { email: email.trim() } : {};
}
