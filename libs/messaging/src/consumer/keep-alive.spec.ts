import { KeepAlive } from './keep-alive.ts';

describe('KeepAlive', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('sends heartbeats while a message takes long', async () => {
    const heartbeat = jest.fn(async () => undefined);
    const alive = new KeepAlive(heartbeat, 3_000);
    await jest.advanceTimersByTimeAsync(31_000);
    expect(heartbeat).toHaveBeenCalledTimes(10);
    alive.stop();
    await jest.advanceTimersByTimeAsync(31_000);
    expect(heartbeat).toHaveBeenCalledTimes(10);
  });

  it('does not let the next message begin after a refused heartbeat', async () => {
    const refused = new Error('The group is rebalancing');
    const heartbeat = jest.fn(async () => Promise.reject(refused));
    const alive = new KeepAlive(heartbeat, 3_000);
    await jest.advanceTimersByTimeAsync(3_000);
    heartbeat.mockImplementation(async () => undefined as never);
    await expect(alive.check()).rejects.toBe(refused);
    alive.stop();
  });
});
