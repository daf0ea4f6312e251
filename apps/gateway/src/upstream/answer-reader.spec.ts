import { EventEmitter } from 'node:events';
import type { Dispatcher } from 'undici';
import { AnswerReader, BrokenOff } from './answer-reader.ts';

/** A client's connection that takes as much as the test sets. */
class Client extends EventEmitter {
  takes = true;
  readonly received: string[] = [];
  readonly end = jest.fn();
  readonly destroy = jest.fn();
  write(chunk: Buffer): boolean {
    this.received.push(String(chunk));
    return this.takes;
  }
}

function reading(taken: boolean) {
  const client = new Client();
  const limit = new AbortController();
  const controller = { pause: jest.fn(), resume: jest.fn(), abort: jest.fn() };
  const connection = controller as unknown as Dispatcher.DispatchController;
  const answer = Promise.withResolvers<unknown>();
  const begin = jest.fn(() => (taken ? client : undefined));
  const reader = new AnswerReader(limit.signal, begin, answer.resolve, answer.reject);
  return { client, limit, controller, connection, begin, reader, answer: answer.promise };
}

const head = [200, { 'x-a': 'b' }] as const;

describe('an answer', () => {
  it('goes on as it arrives, and waits for a client that does not take it', async () => {
    const { client, controller, connection, reader, answer } = reading(true);
    reader.onRequestStart(connection);
    reader.onResponseStart(connection, ...head);
    reader.onResponseData(connection, Buffer.from('a'));
    expect(controller.pause).not.toHaveBeenCalled();
    client.takes = false;
    reader.onResponseData(connection, Buffer.from('b'));
    expect(controller.pause).toHaveBeenCalledTimes(1);
    expect(controller.resume).not.toHaveBeenCalled();
    client.emit('drain');
    expect(controller.resume).toHaveBeenCalledTimes(1);
    reader.onResponseEnd();
    expect([client.received, client.end.mock.calls.length, await answer]).toEqual([['a', 'b'], 1, undefined]);
  });

  it('is kept whole when nobody takes its head', async () => {
    const { connection, reader, answer } = reading(false);
    reader.onResponseStart(connection, ...head);
    for (const part of ['a', 'b']) reader.onResponseData(connection, Buffer.from(part));
    reader.onResponseEnd();
    expect(await answer).toEqual({ status: 200, headers: { 'x-a': 'b' }, body: Buffer.from('ab') });
  });

  it('comes after early hints', () => {
    const { begin, connection, reader } = reading(true);
    reader.onResponseStart(connection, 103, { link: '</x>' });
    reader.onResponseStart(connection, ...head);
    expect(begin.mock.calls).toEqual([[{ status: 200, headers: { 'x-a': 'b' } }]]);
  });

  it('that breaks off takes the client’s connection with it', async () => {
    const { client, connection, reader, answer } = reading(true);
    reader.onResponseStart(connection, ...head);
    reader.onResponseError(connection, new Error('reset'));
    await expect(answer).rejects.toThrow(BrokenOff);
    expect(client.destroy).toHaveBeenCalled();
    expect(client.end).not.toHaveBeenCalled();
  });

  it('is given up when its time is over, also while it waits for a connection', async () => {
    const { controller, connection, limit, reader, answer } = reading(true);
    limit.abort(new Error('too late'));
    await expect(answer).rejects.toThrow('too late');
    reader.onRequestStart(connection);
    expect(controller.abort).toHaveBeenCalled();
  });
});
