import { processorLimitMs, SpentTime } from './spent-time.ts';

it('the limit of a call is of seconds, and several times what was measured', () => {
  // Characters of JSON, and seconds that they took: docs/quality.md.
  for (const [characters, seconds] of [
    [2_000, 0.2],
    [110_000, 5.9],
    [370_000, 8.3],
    [3_700_000, 12],
  ] as const) {
    expect(processorLimitMs(characters)).toBeGreaterThan(5 * 1_000 * seconds);
    expect(processorLimitMs(characters)).toBeLessThan(100_000);
  }
});

it('waiting is told from working', async () => {
  const begin = performance.now();
  const spent = new SpentTime(undefined);
  const { promise, resolve } = Promise.withResolvers<string>();
  setTimeout(() => resolve('answer'), 50);
  expect(await spent.waitingFor(promise)).toBe('answer');
  // Read in this order: each reading is later than the one before it.
  const workedMs = spent.processorMs();
  const totalMs = spent.totalMs();
  expect(totalMs - workedMs).toBeGreaterThanOrEqual(49);
  expect(totalMs).toBeLessThanOrEqual(performance.now() - begin + 0.001);
});
