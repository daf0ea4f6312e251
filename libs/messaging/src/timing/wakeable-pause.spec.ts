import { WakeablePause } from './wakeable-pause.ts';

describe('a pause that can be cut short', () => {
  it('ends when it is woken, long before its time', async () => {
    const pause = new WakeablePause();
    const waiting = pause.wait(60_000);
    pause.wake();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('does not lose a wake-up that came while nobody waited, and spends it once', async () => {
    const pause = new WakeablePause();
    pause.wake();
    await pause.wait(60_000);
    let over = false;
    const second = pause.wait(60_000).then(() => (over = true));
    await Promise.resolve();
    expect(over).toBe(false);
    pause.wake();
    await second;
  });

  it('can be told that what it was woken for is being looked at', async () => {
    const pause = new WakeablePause();
    expect(pause.takeWakeUp()).toBe(false);
    pause.wake();
    expect(pause.takeWakeUp()).toBe(true);
    let over = false;
    const waiting = pause.wait(60_000).then(() => (over = true));
    await Promise.resolve();
    expect(over).toBe(false);
    pause.wake();
    await waiting;
  });
});
