import type { ErrorBody } from '../resources/error.ts';

type PublicError = ErrorBody['error'];

/** Errors of the console’s API have the shape of `/v1`, and two codes more: the role of the member does not allow it, or the page was loaded under another session than asks now. */
export interface ConsoleErrorBody {
  readonly error: Omit<PublicError, 'code'> & {
    readonly code: PublicError['code'] | 'insufficient_role' | 'session_changed';
  };
}
