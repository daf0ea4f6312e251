import { Turns } from './turns.ts';

/** Work that ends on demand, and what has begun of it. */
function world(waitMs: number) {
  const turns = new Turns({ atOnce: 2, waitMs });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (name: string) =>
    turns.take(() => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.set(name, resolve));
    });
  return { turns, begun, take, end: (name: string) => ends.get(name)?.() };
}

it('a flood of passwords is hashed two at a time, in the order they came', async () => {
  const { begun, take, end } = world(60_000);
  const all = ['a', 'b', 'c', 'd'].map((name) => take(name));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await all[1];
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await Promise.all([all[0], all[2]]);
  end('d');
  await all[3];
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it('who waits too long is told to come again, and holds nobody up', async () => {
  const { begun, take, end } = world(1);
  const first = [take('a'), take('b')];
  await expect(take('late')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  for (const name of ['a', 'b']) end(name);
  await Promise.all(first);
  const again = [take('c'), take('d')];
  for (const name of ['c', 'd']) end(name);
  await Promise.all(again);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

it('work that fails gives its turn back', async () => {
  const { turns } = world(1);
  for (let round = 0; round < 3; round += 1)
    await expect(turns.take(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
