import { invalidRequest } from '@ci/domain';

/** Refuses a password that is the member's own email address. Its length has been checked. */
export function assertPassword(password: string, email: string): void {
  if (password.trim().toLowerCase() === email)
    throw invalidRequest([{ field: 'password', message: 'must not be the email address' }]);
}
