import { nextBatch, PARTITIONS } from './batches.ts';

const SIZE = 3;
/** The prospects of a batch. */
const prospects = (): string[] =>
  nextBatch('wsp_1', SIZE).map(({ value }) => {
    return (JSON.parse(value.toString('utf8')) as { prospect: { email: string } }).prospect.email;
  });

it('batches that are read at the same time have no prospect in common, and each prospect is in four', () => {
  const batches = Array.from({ length: 128 }, prospects);
  for (let from = 0; from + PARTITIONS <= batches.length; from += 1) {
    expect(new Set(batches.slice(from, from + PARTITIONS).flat()).size).toBe(PARTITIONS * SIZE);
  }
  const times = Object.values(Object.groupBy(batches.flat(), (email) => email)).map((calls) => calls?.length);
  expect(new Set(times)).toEqual(new Set([4]));
});
