import { Sample } from './sample.ts';

const never = () => new Promise<never>(() => undefined);

it('reads once for all who ask within a while, at the same time or one after the other', async () => {
  let reads = 0;
  const sample = new Sample(async () => ++reads, { freshMs: 60_000 });
  expect(await Promise.all([sample.values(), sample.values()])).toEqual([1, 1]);
  expect(await sample.values()).toBe(1);
});

it('reads again when the reading is old', async () => {
  let reads = 0;
  const sample = new Sample(async () => ++reads, { freshMs: 0 });
  expect(await sample.values()).toBe(1);
  expect(await sample.values()).toBe(2);
});

it('has no values when reading fails, and does not try again at once', async () => {
  let reads = 0;
  const sample = new Sample<number>(
    async () => {
      reads += 1;
      throw new Error('away');
    },
    { freshMs: 60_000 },
  );
  expect([await sample.values(), await sample.values(), reads]).toEqual([undefined, undefined, 1]);
});

it('waits for what takes too long no longer than it may, and begins no second reading beside it', async () => {
  let reads = 0;
  const sample = new Sample<number>(
    () => {
      reads += 1;
      return never();
    },
    { timeoutMs: 1 },
  );
  expect([await sample.values(), await sample.values(), reads]).toEqual([undefined, undefined, 1]);
});

it('shows what came late to who asks then', async () => {
  let arrive: (value: number) => void = () => undefined;
  const sample = new Sample(() => new Promise<number>((resolve) => (arrive = resolve)), { timeoutMs: 1 });
  expect(await sample.values()).toBeUndefined();
  arrive(7);
  await Promise.resolve();
  expect(await sample.values()).toBe(7);
});
