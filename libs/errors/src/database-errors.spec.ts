import { isTransientDatabaseError } from './database-errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

describe('isTransientDatabaseError', () => {
  it('knows a plan that a migration made outdated, and no other thing that the server can not do', () => {
    const refused = (text: string) => Object.assign(new Error(text), { code: '0A000' });
    expect(isTransientDatabaseError(refused('cached plan must not change result type'))).toBe(true);
    expect(isTransientDatabaseError(refused('FOR UPDATE is not allowed with UNION'))).toBe(false);
  });

  it.each(['08006', '57P01', '57P03', '53300', '57014', '55P03', '25P03', '40001', '40P01', 'ECONNRESET'])(
    'says yes to %s',
    (code) => {
      expect(isTransientDatabaseError(withCode(code))).toBe(true);
      expect(isTransientDatabaseError(Object.assign(new Error(), { driverError: withCode(code) }))).toBe(true);
    },
  );

  it.each(['23505', '42P01', '22021', 'EPERM'])('says no to %s', (code) => {
    expect(isTransientDatabaseError(withCode(code))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
  ])('knows "%s"', (text) => expect(isTransientDatabaseError(new Error(text))).toBe(true));

  it('looks into failed attempts on several addresses', () => {
    expect(isTransientDatabaseError(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]))).toBe(
      true,
    );
    expect(isTransientDatabaseError(new AggregateError([withCode('EPERM')]))).toBe(false);
  });
});
