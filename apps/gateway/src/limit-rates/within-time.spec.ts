import { withinTime } from './within-time.ts';

const tooLate = () => new Error('too late');
const never = () => new Promise<never>(() => undefined);

it('gives the result of work that ends in time, or its failure', async () => {
  expect(await withinTime(Promise.resolve('done'), 60_000, tooLate)).toBe('done');
  await expect(withinTime(Promise.reject(new Error('failed')), 60_000, tooLate)).rejects.toThrow('failed');
});

it('fails when the time is over', async () => {
  await expect(withinTime(never(), 1, tooLate)).rejects.toThrow('too late');
});
