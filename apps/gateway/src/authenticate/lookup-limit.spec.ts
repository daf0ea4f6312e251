import { LookupLimit } from './lookup-limit.ts';

describe('keys that are looked up at once', () => {
  it('are 20 of one address: the next is refused at once, and another address is not', async () => {
    const limit = new LookupLimit();
    const { promise: held, resolve: release } = Promise.withResolvers<string>();
    const running = Array.from({ length: 20 }, () => limit.run('a', () => held));
    const refused = { code: 'unavailable', headers: { 'retry-after': '1' } };
    await expect(limit.run('a', () => held)).rejects.toMatchObject(refused);
    expect(await limit.run('b', () => Promise.resolve('other'))).toBe('other');
    release('found');
    expect(new Set(await Promise.all(running))).toEqual(new Set(['found']));
    expect(await limit.run('a', () => Promise.resolve('again'))).toBe('again');
  });

  it('are 200 in all, and one that failed leaves its place', async () => {
    const limit = new LookupLimit();
    const { promise: held, reject: fail } = Promise.withResolvers<string>();
    const running = Array.from({ length: 200 }, (_, index) => limit.run(`address ${index % 10}`, () => held));
    await expect(limit.run('another', () => held)).rejects.toMatchObject({ code: 'unavailable' });
    fail(new Error('the database is away'));
    await Promise.allSettled(running);
    expect(await limit.run('another', () => Promise.resolve('again'))).toBe('again');
  });
});
