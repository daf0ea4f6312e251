import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@ci/domain';
import { ClientGone, exchangeLimit } from './exchange-limit.ts';

/** What of a request and a response the limit looks at. */
class Exchange {
  readonly request = Object.assign(new EventEmitter(), { complete: false, readableLength: 0 });
  readonly response = Object.assign(new EventEmitter(), { writableFinished: false });
  readonly signal = exchangeLimit(
    this.request as unknown as IncomingMessage,
    this.response as unknown as ServerResponse,
    30_000,
  );

  arrive(): void {
    this.request.complete = true;
    this.request.emit('end');
  }

  get code(): string | undefined {
    const reason: unknown = this.signal.reason;
    return reason instanceof DomainError ? reason.code : undefined;
  }
}

describe('the time limit of an exchange', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is the client’s when its body has not arrived', () => {
    const exchange = new Exchange();
    jest.advanceTimersByTime(29_999);
    expect(exchange.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(exchange.code).toBe('invalid_request');
    expect((exchange.signal.reason as DomainError).headers).toEqual({ connection: 'close' });
  });

  it('is the service’s when it does not take the body, or has it and does not answer', () => {
    const held = new Exchange();
    held.request.readableLength = 1;
    const silent = new Exchange();
    silent.request.complete = true;
    jest.advanceTimersByTime(30_000);
    expect([held.code, silent.code]).toEqual(['unavailable', 'unavailable']);
    expect((silent.signal.reason as DomainError).headers).toEqual({ 'retry-after': '5' });
  });

  it('starts anew for the answer when the body has arrived', () => {
    const exchange = new Exchange();
    jest.advanceTimersByTime(20_000);
    exchange.arrive();
    jest.advanceTimersByTime(29_999);
    expect(exchange.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(exchange.code).toBe('unavailable');
  });

  it('ends with the answer, or when nobody waits for it', () => {
    const [done, gone] = [new Exchange(), new Exchange()];
    done.response.writableFinished = true;
    for (const { response } of [done, gone]) response.emit('close');
    jest.advanceTimersByTime(60_000);
    expect(done.signal.aborted).toBe(false);
    expect(gone.signal.reason).toBeInstanceOf(ClientGone);
  });
});
