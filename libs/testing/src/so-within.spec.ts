import { soWithin } from './so-within.ts';

describe('soWithin', () => {
  it('asks until it is so', async () => {
    let asked = 0;
    await soWithin(60_000, () => ++asked === 3);
    expect(asked).toBe(3);
  });

  it('rejects when it is not so for one who asks later', async () => {
    await expect(soWithin(50, () => Promise.resolve(false))).rejects.toThrow(/after 50 ms/);
    await expect(soWithin(1_000, () => false, performance.now() - 2_000)).rejects.toThrow(/after 1000 ms/);
  });
});
