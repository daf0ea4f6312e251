import { sentTogether } from './sent-together.ts';

const refused = (reason: string): Promise<never> => Promise.reject(new Error(reason));

it('gives both answers', async () => {
  expect(await sentTogether(Promise.resolve(1), Promise.resolve('two'))).toEqual([1, 'two']);
});

it('fails as the first one that failed', async () => {
  await expect(sentTogether(refused('cause'), refused('aborted'))).rejects.toThrow('cause');
  await expect(sentTogether(Promise.resolve(1), refused('second'))).rejects.toThrow('second');
});

it('does not fail before the other one has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let failed = false;
  const both = sentTogether(refused('cause'), promise).catch(() => (failed = true));
  await new Promise((next) => setImmediate(next));
  expect(failed).toBe(false);
  resolve(undefined);
  await both;
  expect(failed).toBe(true);
});
