import { ENOUGH_WAITING, keepPace } from './keep-pace.ts';

/** Whether the promise is settled once everything that was ready has run. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

it('holds nobody up while the sender has little to do', async () => {
  expect(await isSettled(keepPace(() => ENOUGH_WAITING))).toBe(true);
});

it('waits until the sender has little to do', async () => {
  let waiting = ENOUGH_WAITING + 1;
  let looks = 0;
  const held = keepPace(() => {
    looks += 1;
    if (looks === 3) waiting = ENOUGH_WAITING;
    return waiting;
  });
  expect(await isSettled(held)).toBe(false);
  await held;
  expect(looks).toBe(3);
});

it('goes on after a while although the sender has not caught up', async () => {
  const startedAt = performance.now();
  await keepPace(() => Infinity);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(200);
});
