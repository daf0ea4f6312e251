import { ENOUGH_PENDING, applyBackpressure } from './backpressure.ts';

/** Whether the promise is settled once everything that was ready has run. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

it('holds nobody up while the sender has little to do', async () => {
  expect(await isSettled(applyBackpressure(() => ENOUGH_PENDING))).toBe(true);
});

it('waits until the sender has little to do', async () => {
  let waiting = ENOUGH_PENDING + 1;
  let looks = 0;
  const held = applyBackpressure(() => {
    looks += 1;
    if (looks === 3) waiting = ENOUGH_PENDING;
    return waiting;
  });
  expect(await isSettled(held)).toBe(false);
  await held;
  expect(looks).toBe(3);
});

it('goes on after a while although the sender has not caught up', async () => {
  const startedAt = performance.now();
  await applyBackpressure(() => Infinity);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(200);
});
