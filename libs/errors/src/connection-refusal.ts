import { isCertificateProblem, sqlStateOf } from './database-errors.ts';

/** What an operator has to mend before a connection to Postgres is made. */
export interface ConnectionRefusal {
  /** As readiness names it. */
  readonly dependency: 'database' | 'database_credentials' | 'database_certificate';
  /** What the database does, the same at each try. */
  readonly problem: string;
  /** What the server or the system says, and what to look at. No password. */
  readonly detail: string;
}

/** Why a connection was not made, if an operator has to fix it. For errors of connecting alone: 42501 of a statement is another matter. */
export function connectionRefusal(error: unknown): ConnectionRefusal | undefined {
  const { code, syscall, path } = error as { code?: string; syscall?: string; path?: string };
  if (code !== undefined && FILE_SYSCALLS.has(syscall ?? '') && FILE_CODES.has(code))
    return certificate(
      `needs a file that cannot be read (${code})`,
      path === undefined ? TLS_PARAMETERS : `${path}. ${TLS_PARAMETERS}`,
    );
  const state = sqlStateOf(error);
  const text = connectionText(error);
  if (state === '3D000')
    return {
      dependency: 'database',
      problem: `does not exist (${state})`,
      detail: `${text}: create it, or correct its name`,
    };
  if (state !== undefined && /^28|^42501$/.test(state))
    return credentials(`refuses its role or password (${state})`, `${text}. ${CREDENTIALS}`);
  if (code !== undefined && (isCertificateProblem(code) || code.startsWith('ERR_OSSL')))
    return certificate(`shows a certificate that is not accepted, or refuses ours (${code})`, TLS_PARAMETERS);
  // pg 8 gives these no code.
  if (text.startsWith('SASL: ')) return credentials('cannot be signed in to', `${text}. ${CREDENTIALS}`);
  if (text === 'The server does not support SSL connections') return certificate('offers no TLS', TLS_PARAMETERS);
  return undefined;
}

/** The error of a failed connection holds addresses and names, and no data. Of several addresses the first is reported. */
export function connectionText(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly unknown[] };
  if (message !== undefined && message !== '') return message.replaceAll(/\s+/g, ' ');
  return errors?.[0] === undefined ? (code ?? 'it does not answer') : connectionText(errors[0]);
}

/** A connection that fails has the syscall `connect`, also with ENOENT: of a socket. */
const FILE_SYSCALLS: ReadonlySet<string> = new Set(['open', 'read']);
const FILE_CODES: ReadonlySet<string> = new Set(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ELOOP']);
const TLS_PARAMETERS = 'See sslmode, sslrootcert, sslcert and sslkey in its URL: docs/deployment.md';
/** The server does not say which, so as not to help those who guess. */
const CREDENTIALS =
  'Does the role exist, with this password and LOGIN, may it CONNECT, does pg_hba.conf let it in? docs/database-roles.md';

const credentials = (problem: string, detail: string): ConnectionRefusal => ({
  dependency: 'database_credentials',
  problem,
  detail,
});
const certificate = (problem: string, detail: string): ConnectionRefusal => ({
  dependency: 'database_certificate',
  problem,
  detail,
});
