import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ClientGone } from './exchange-limit.ts';
import { collectedBody, limitedBody } from './limited-body.ts';

describe('a limited body', () => {
  it('is what came, up to the limit', async () => {
    const source = new PassThrough();
    const body = limitedBody(source, 6);
    source.write('abc');
    source.end('def');
    expect(String(await buffer(body))).toBe('abcdef');
  });

  it('ends with payload_too_large beyond it, and leaves its source alone', async () => {
    const source = new PassThrough();
    const body = limitedBody(source, 5);
    source.write('abcdef');
    await expect(buffer(body)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(source.destroyed).toBe(false);
  });

  it('ends when its source ends before its time', async () => {
    const source = new PassThrough();
    const body = limitedBody(source, 5);
    source.write('abc');
    source.destroy();
    await expect(buffer(body)).rejects.toThrow('went away');
  });

  it('reads its source to the end when its own reader goes away', async () => {
    const source = new PassThrough({ highWaterMark: 4 });
    limitedBody(source, 100).destroy(new Error('reader'));
    for (let index = 0; index < 10; index += 1) source.write('abcdef');
    source.end();
    await once(source, 'end');
    expect(source.errored).toBeNull();
  });
});

describe('a body that is collected', () => {
  const waiting = new AbortController().signal;

  it('is what came', async () => {
    const source = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
    expect(String(await collectedBody(source, waiting))).toBe('abcd');
  });

  it('is none when its source ends before its time', async () => {
    const source = new PassThrough();
    const collected = collectedBody(source, waiting);
    source.write('ab');
    source.destroy();
    await expect(collected).rejects.toThrow(ClientGone);
  });

  it('is not waited for beyond its time, and what still comes is read by nobody', async () => {
    const source = new PassThrough();
    const limit = new AbortController();
    const collected = collectedBody(source, limit.signal);
    limit.abort(new Error('too slow'));
    await expect(collected).rejects.toThrow('too slow');
    source.end('late');
    await once(source, 'end');
  });
});
