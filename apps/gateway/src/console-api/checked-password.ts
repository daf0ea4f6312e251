import { invalidRequest } from '@ci/domain';

/** A password that may be chosen by the member with this address. Its length has been checked. */
export function checkedPassword(password: string, email: string): string {
  if (password.trim().toLowerCase() === email)
    throw invalidRequest([{ field: 'password', message: 'must not be the email address' }]);
  return password;
}
