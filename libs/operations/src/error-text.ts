import { DomainError } from '@ci/domain';

/** One line. An error of the database may hold what was written: of that only the code is shown. */
export function errorText(error: unknown): string {
  if (error instanceof DomainError && error.details !== undefined)
    return error.details.map(({ field, message }) => `${field} ${message}`).join('; ');
  if (!(error instanceof Error)) return 'It failed.';
  const code = (error as { code?: string }).code;
  if (code === '55P03') return 'Somebody else is working on it. Try again in a few seconds.';
  if (code !== undefined && unreachable.has(code)) return `The database cannot be reached (${code}). Is it running?`;
  if ('driverError' in error) return `The database refused it (${code ?? 'no code'}).`;
  return error.message === ''
    ? `The database cannot be reached (${code ?? error.name}).`
    : (error.message.split('\n', 1)[0] ?? '');
}

/** Nothing listens, no such host, no answer, a connection that was cut; and a server that starts or stops. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P01',
  '57P03',
]);
