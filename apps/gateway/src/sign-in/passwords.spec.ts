import { hashPassword, isOutdatedHash, isPassword } from './passwords.ts';

it('a hash is argon2id in the PHC form, another one each time', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(isOutdatedHash(one)).toBe(false);
});

it('a password is the one that was hashed, and no other', async () => {
  const hash = await hashPassword('correct hörse');
  // The same characters, of other code points.
  expect(await isPassword('correct ho\u0308rse', hash)).toBe(true);
  for (const wrong of ['correct hörse ', 'Correct hörse', '']) expect(await isPassword(wrong, hash)).toBe(false);
});

it('a hash says by which work it was made, and holds for that alone', async () => {
  const hash = await hashPassword('password');
  expect(isOutdatedHash(hash.replace('m=19456,t=2', 'm=65536,t=3'))).toBe(true);
  expect(await isPassword('password', hash.replace('t=2', 't=3'))).toBe(false);
});

it('without a hash, or with one that cannot be read, every password is wrong', async () => {
  expect(await isPassword('password', undefined)).toBe(false);
  for (const unreadable of ['', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=1,t=1,p=1$$']) {
    expect(await isPassword('password', unreadable)).toBe(false);
    expect(isOutdatedHash(unreadable)).toBe(true);
  }
});
