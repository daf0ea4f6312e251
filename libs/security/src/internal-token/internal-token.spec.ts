import fc from 'fast-check';
import { errors, jwtVerify, SignJWT } from 'jose';
import { testKeys } from '@ci/config/test-keys';
import { callerRoles, visibleReps, type Caller } from './caller.ts';
import { signInternalToken, verifyInternalToken } from './internal-token.ts';

const keys = testKeys('k1');
const now = new Date('2026-01-02T03:04:05Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const caller: Caller = {
  workspace: { id: 'wsp_1', timezone: 'Europe/Berlin', domains: ['a.test', 'b.test'] },
  actor: 'key_1',
  scope: 'read-only',
};
const sign = (options: Partial<Parameters<typeof signInternalToken>[1]> = {}) =>
  signInternalToken(caller, { audience: 'ingestion', keys, now, ttlSeconds: 60, ...options });

describe('the internal token', () => {
  it('carries the caller to one service', async () => {
    expect(await verifyInternalToken(await sign(), { audience: 'ingestion', keys, now })).toEqual(caller);
  });

  it('gives back any caller as it was signed', async () => {
    const text = fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' });
    const callers: fc.Arbitrary<Caller> = fc.record({
      workspace: fc.record({
        id: text,
        timezone: text,
        domains: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }),
      }),
      actor: text,
      scope: fc.constantFrom('read-only', 'read-write'),
    });
    const member = fc.record({ role: fc.constantFrom(...callerRoles), repIds: fc.array(text, { maxLength: 5 }) });
    await fc.assert(
      fc.asyncProperty(callers, fc.option(member), fc.integer({ min: 1, max: 60 }), async (key, of, ttlSeconds) => {
        const any = of === null ? key : { ...key, member: of };
        const token = await signInternalToken(any, { audience: 'contacts', keys, now, ttlSeconds });
        expect(token).toMatch(/^[\w.-]+$/);
        expect(await verifyInternalToken(token, { audience: 'contacts', keys, now })).toEqual(any);
      }),
    );
  });

  it.each([
    [undefined, false],
    ['owner', false],
    ['manager', true],
    ['rep', true],
    ['reader', false],
  ] as const)('of %s is refused by who knows no roles: %s', async (role, isRefused) => {
    const member = role === undefined ? {} : { member: { role, repIds: ['user_dana'] } };
    const token = await signInternalToken(
      { ...caller, ...member },
      { audience: 'ingestion', keys, now, ttlSeconds: 60 },
    );
    // As a release before roles verified it.
    const options = { algorithms: ['HS256'], issuer: 'gateway', audience: 'ingestion', currentDate: now };
    const verified = jwtVerify(token, keys[0].secret, options).then(
      () => false,
      (error: unknown) => error instanceof errors.JOSENotSupported,
    );
    expect(await verified).toBe(isRefused);
  });

  it('limits reps, and nobody else, to what is theirs', () => {
    for (const role of callerRoles)
      expect(visibleReps({ member: { role, repIds: ['a'] } })).toEqual(role === 'rep' ? ['a'] : undefined);
    expect(visibleReps({ member: { role: 'rep', repIds: [] } })).toEqual([]);
    expect(visibleReps({})).toBeUndefined();
  });

  it('holds a minute and five seconds of clock difference, and no longer', async () => {
    const token = await sign();
    for (const seconds of [-5, 0, 60, 64]) {
      expect(await verifyInternalToken(token, { audience: 'ingestion', keys, now: after(seconds) })).toEqual(caller);
    }
    for (const seconds of [-7, 66, 3600]) {
      await expect(
        verifyInternalToken(token, { audience: 'ingestion', keys, now: after(seconds) }),
      ).rejects.toMatchObject({ code: 'unauthorized' });
    }
    await expect(sign({ ttlSeconds: 61 })).rejects.toThrow(RangeError);
  });

  it('is verified by any of the keys and signed by the first', async () => {
    const old = await sign();
    const rotated = testKeys('k2', 'k1');
    expect(await verifyInternalToken(old, { audience: 'ingestion', keys: rotated, now })).toEqual(caller);
    await expect(
      verifyInternalToken(await sign({ keys: rotated }), { audience: 'ingestion', keys, now }),
    ).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('is refused with a role that this release does not know', async () => {
    const issuedAt = Math.floor(now.getTime() / 1000);
    const claims = { act: 'mem_1', scp: 'read-write', wsp: caller.workspace, mem: { role: 'auditor', reps: [] } };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .setIssuer('gateway')
      .setAudience('ingestion')
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 60)
      .sign(keys[0].secret);
    await expect(verifyInternalToken(token, { audience: 'ingestion', keys, now })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('is refused for another service, when changed, unsigned, or with claims that are not a caller', async () => {
    const token = await sign();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","kid":"k1"}').toString('base64url')}.${payload}.`;
    const issuedAt = Math.floor(now.getTime() / 1000);
    const other = await new SignJWT({ act: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .setIssuer('gateway')
      .setAudience('ingestion')
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 60)
      .sign(keys[0].secret);
    await expect(verifyInternalToken(token, { audience: 'contacts', keys, now })).rejects.toMatchObject({
      code: 'unauthorized',
    });
    for (const bad of [
      '',
      'a.b.c',
      unsigned,
      other,
      `${header}.${payload.slice(0, -2)}AA.${signature}`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
    ]) {
      await expect(verifyInternalToken(bad, { audience: 'ingestion', keys, now })).rejects.toMatchObject({
        code: 'unauthorized',
        status: 401,
      });
    }
  });
});
