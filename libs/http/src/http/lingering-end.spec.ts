import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { endLingering } from './lingering-end.ts';

/** A connection whose client has sent so many bytes. */
class Connection extends PassThrough {
  bytesRead = 0;
  destroySoon(): void {
    this.destroy();
  }
}

describe('a connection that ends while its client still sends', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  const ended = (): Connection => {
    const connection = new Connection();
    endLingering(connection as unknown as Socket);
    return connection;
  };
  const sendsFor = (connection: Connection, seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      connection.bytesRead += 1;
      jest.advanceTimersByTime(1_000);
    }
  };

  it('is cut when its client has sent nothing for 5 s', () => {
    const connection = ended();
    jest.advanceTimersByTime(4_999);
    expect(connection.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(connection.destroyed).toBe(true);
  });

  it('is not cut while its client goes on sending, for 30 s', () => {
    const connection = ended();
    sendsFor(connection, 29);
    expect(connection.destroyed).toBe(false);
    sendsFor(connection, 1);
    expect(connection.destroyed).toBe(true);
  });

  it('leaves no timer behind', async () => {
    const connection = ended();
    connection.destroy();
    await new Promise((closed) => connection.once('close', closed));
    expect(jest.getTimerCount()).toBe(0);
  });
});
