import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createSecureContext } from 'node:tls';
import { connectionRefusal } from './connection-refusal.ts';
import { isTransientDatabaseError } from './database-errors.ts';

const failed = (code: string, message = 'what the server says', more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });
/** What Node itself throws. */
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('what refuses a connection to Postgres', () => {
  it.each([
    ['28P01', 'refuses its role or password (28P01)'],
    ['28000', 'refuses its role or password (28000)'],
    ['42501', 'refuses its role or password (42501)'],
  ])('is the role, its password or its rights: %s', (code, problem) => {
    expect(connectionRefusal(failed(code))).toMatchObject({ dependency: 'database_credentials', problem });
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'INVALID_PURPOSE',
  ])('is a certificate of either side: %s', (code) => {
    const problem = `shows a certificate that is not accepted, or refuses ours (${code})`;
    expect(connectionRefusal(failed(code))).toMatchObject({ dependency: 'database_certificate', problem });
  });

  it.each([
    ['is absent', () => readFileSync('/nowhere/ca.pem'), 'needs a file that cannot be read (ENOENT)'],
    ['is a folder', () => readFileSync(tmpdir()), 'needs a file that cannot be read (EISDIR)'],
    ['is no certificate', () => createSecureContext({ cert: 'none' }), 'ERR_OSSL_PEM_NO_START_LINE'],
    ['is no key', () => createSecureContext({ key: 'none' }), 'ERR_OSSL_UNSUPPORTED'],
  ])('is a file of the URL that %s', (_, act, problem) => {
    expect(connectionRefusal(thrownBy(act))).toMatchObject({
      dependency: 'database_certificate',
      problem: expect.stringContaining(problem),
    });
  });

  it('is a server without TLS, or a password that it asks for and the URL lacks: pg has no codes for them', () => {
    const lacking = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    expect(connectionRefusal(lacking)?.dependency).toBe('database_credentials');
    const open = new Error('The server does not support SSL connections');
    expect(connectionRefusal(open)).toMatchObject({ dependency: 'database_certificate', problem: 'offers no TLS' });
  });

  it('is a database that does not exist', () => {
    expect(connectionRefusal(failed('3D000'))).toMatchObject({
      dependency: 'database',
      problem: 'does not exist (3D000)',
    });
  });

  it('is found in what TypeORM wraps', () => {
    expect(connectionRefusal(Object.assign(new Error(), { driverError: failed('28P01') }))?.problem).toMatch('28P01');
  });

  it.each([
    ['a server that is away', failed('ECONNREFUSED', 'away', { syscall: 'connect' })],
    ['a socket that is absent', failed('ENOENT', 'away', { syscall: 'connect' })],
    ['a connection that is cut', failed('ECONNRESET', 'read ECONNRESET', { syscall: 'read' })],
    ['a server that starts', failed('57P03')],
    ['too many connections', failed('53300')],
    ['a mistake of ours', new TypeError('undefined is not a function')],
  ])('is not %s', (_, error) => expect(connectionRefusal(error)).toBeUndefined());

  it('leaves a statement or message that needed the connection to be tried again: it was not at fault', () => {
    for (const code of ['28P01', '28000', '3D000', 'CERT_HAS_EXPIRED']) {
      expect(isTransientDatabaseError(failed(code))).toBe(true);
    }
    for (const code of ['42501', 'ERR_OSSL_BAD_DECRYPT']) expect(isTransientDatabaseError(failed(code))).toBe(false);
  });
});
