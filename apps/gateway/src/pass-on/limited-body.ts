import { Transform, type Readable } from 'node:stream';
import { DomainError } from '@ci/platform';
import { ClientGone } from './exchange-limit.ts';

/** How long a client may go on sending what nobody reads any more. */
const DRAIN_MS = 10_000;

/**
 * A request's body as a stream of its own, cut off with `payload_too_large` after so many bytes. Whoever reads it may end it early without
 * ending the client's connection, on which the answer has still to be sent.
 */
export function limitedBody(source: Readable, maxBytes: number): Readable {
  let seen = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new DomainError('payload_too_large'));
      else done(null, chunk);
    },
  });
  // The reader is told of errors where it asked; an error that comes later has nobody to hear it.
  body.on('error', () => undefined);
  source.once('error', (error) => body.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded) body.destroy(new Error('the client went away'));
  });
  body.once('close', () => {
    source.unpipe(body);
    drain(source);
  });
  source.pipe(body);
  return body;
}

/** A body of known and small size, whole. Rejects when it ends before its time, or when `signal` says that its time is over. */
export function collectedBody(source: Readable, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const give = (): void => {
      const [first = Buffer.alloc(0), ...more] = chunks;
      resolve(more.length === 0 ? first : Buffer.concat(chunks));
    };
    source.on('data', (chunk: Buffer) => chunks.push(chunk));
    source.once('end', give);
    source.once('error', reject);
    // Each request closes; an error that nobody hears of still costs its stack.
    source.once('close', () => {
      if (!source.readableEnded) reject(new ClientGone());
    });
    const giveUp = (): void => {
      reject(signal.reason as Error);
      drain(source);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** A client that is still sending may not read its answer before it is done; and a connection that nobody reads never ends. */
function drain(source: Readable): void {
  if (source.readableEnded || source.destroyed) return;
  const timer = setTimeout(() => source.destroy(), DRAIN_MS).unref();
  source.once('end', () => clearTimeout(timer));
  source.once('close', () => clearTimeout(timer));
  source.resume();
}
