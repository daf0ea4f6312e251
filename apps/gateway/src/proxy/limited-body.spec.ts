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

  it('is forwarded in few pieces when its client sends each byte as one', async () => {
    const source = new PassThrough();
    const body = limitedBody(source, 20_000);
    const pieces: Buffer[] = [];
    body.on('data', (piece: Buffer) => pieces.push(piece));
    const sent = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index % 251));
    for (const byte of sent) {
      source.write(Buffer.of(byte));
      // As Node's parser hands over chunks: each in a separate tick.
      await new Promise(process.nextTick);
    }
    source.end();
    await once(body, 'end');
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
    expect(pieces.length).toBeLessThan(10);
  });

  it('forwards what is there while its client is in no hurry', async () => {
    const source = new PassThrough();
    const body = limitedBody(source, 6);
    for (const byte of ['a', 'b', 'c']) {
      const piece = once(body, 'data');
      source.write(byte);
      expect(String((await piece)[0])).toBe(byte);
    }
    source.end();
    expect(String(await buffer(body))).toBe('');
  });

  it('is not taken faster than it is read', async () => {
    let taken = 0;
    const source = new Readable({
      read() {
        taken += 1_000;
        this.push(taken > 5_000_000 ? null : Buffer.alloc(1_000));
      },
    });
    let read = 0;
    let ahead = 0;
    for await (const piece of limitedBody(source, 5_000_000) as AsyncIterable<Buffer>) {
      read += piece.length;
      await new Promise(setImmediate);
      ahead = Math.max(ahead, taken - read);
    }
    expect(read).toBe(5_000_000);
    expect(ahead).toBeLessThan(500_000);
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
