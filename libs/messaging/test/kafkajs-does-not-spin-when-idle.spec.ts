import { createRequire } from 'node:module';

/*
 * Unpatched, kafkajs 2.2.4 checks its queue of pending requests about 900 times a second for ever, on every connection that
 * has sent one request: the check re-arms itself with a negative delay. patches/kafkajs+2.2.4.patch ends that.
 */
interface RequestQueue {
  push(request: {
    entry: { correlationId: number; resolve: () => void; reject: () => void };
    expectResponse: boolean;
    sendRequest: () => void;
  }): void;
  fulfillRequest(response: { correlationId: number; payload: Buffer; size: number }): void;
  maybeThrottle(ms: number): void;
}
type RequestQueueClass = new (options: object) => RequestQueue;
const require = createRequire(import.meta.url);
const Queue = require('kafkajs/src/network/requestQueue/index.js') as RequestQueueClass;

describe('a connection of kafkajs', () => {
  let sent: number[];
  let queue: RequestQueue;

  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    const silent = { debug: () => undefined, warn: () => undefined };
    queue = new Queue({
      maxInFlightRequests: 1,
      requestTimeout: 30_000,
      clientId: 'test',
      broker: 'b:1',
      logger: silent,
    });
  });
  afterEach(() => jest.useRealTimers());

  it('sets no timer when all requests are answered', () => {
    push(1);
    answer(1);
    expect(sent).toEqual([1]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sets no timer after a time of throttling is over', () => {
    push(1);
    queue.maybeThrottle(500);
    answer(1);
    jest.advanceTimersByTime(2_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('still sends what waited for the end of throttling', () => {
    queue.maybeThrottle(500);
    push(1);
    jest.advanceTimersByTime(499);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(20);
    expect(sent).toEqual([1]);
    answer(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('still sends what waited for a request in flight', () => {
    push(1);
    push(2);
    expect(sent).toEqual([1]);
    answer(1);
    expect(sent).toEqual([1, 2]);
    answer(2);
    jest.advanceTimersByTime(2_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  function push(correlationId: number): void {
    const entry = { correlationId, resolve: () => undefined, reject: () => undefined };
    queue.push({ entry, expectResponse: true, sendRequest: () => sent.push(correlationId) });
  }

  function answer(correlationId: number): void {
    queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 });
  }
});
