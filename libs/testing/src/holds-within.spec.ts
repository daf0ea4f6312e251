import { holdsWithin } from './holds-within.ts';

describe('holdsWithin', () => {
  it('checks until it holds', async () => {
    let checks = 0;
    await holdsWithin(60_000, () => ++checks === 3);
    expect(checks).toBe(3);
  });

  it('rejects when it does not hold for a check that began later', async () => {
    await expect(holdsWithin(50, () => Promise.resolve(false))).rejects.toThrow(/after 50 ms/);
    await expect(holdsWithin(1_000, () => false, performance.now() - 2_000)).rejects.toThrow(/after 1000 ms/);
  });
});
