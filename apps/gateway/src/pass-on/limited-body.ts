import { Transform, type Readable } from 'node:stream';
import { DomainError } from '@ci/platform';

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

/** A client that is still sending may not read its answer before it is done; and a connection that nobody reads never ends. */
function drain(source: Readable): void {
  if (source.readableEnded || source.destroyed) return;
  const timer = setTimeout(() => source.destroy(), DRAIN_MS).unref();
  source.once('end', () => clearTimeout(timer));
  source.once('close', () => clearTimeout(timer));
  source.resume();
}
