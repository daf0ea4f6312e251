import { Readable } from 'node:stream';
import { DomainError } from '@ci/domain';
import { ClientGone } from './exchange-limit.ts';

/** How long a client may go on sending what is no longer read. */
const DRAIN_MS = 10_000;

/**
 * A request's body as a separate stream, cut off with `payload_too_large` after so many bytes. Its reader may end it early without
 * ending the client's connection, on which the response has still to be sent.
 *
 * It takes from its source once in a turn of the event loop, then all that is there: a client may send each byte as a separate chunk,
 * Node hands each over in a separate tick, and each forwarded as one is a packet to the service.
 */
export function limitedBody(source: Readable, maxBytes: number): Readable {
  let seen = 0;
  let wanted = false;
  let turn: NodeJS.Immediate | undefined;
  const take = (): void => {
    turn = undefined;
    if (!wanted || body.destroyed) return;
    const bytes = source.read() as Buffer | null;
    if (bytes === null) return;
    wanted = false;
    seen += bytes.length;
    if (seen > maxBytes) body.destroy(new DomainError('payload_too_large'));
    else body.push(bytes);
  };
  const takeNextTurn = (): void => void (turn ??= setImmediate(take));
  const body = new Readable({
    read() {
      wanted = true;
      takeNextTurn();
    },
  });
  // The reader gets errors where it asked; a later error would have no listener.
  body.on('error', () => undefined);
  source.on('readable', takeNextTurn);
  source.once('end', () => body.push(null));
  source.once('error', (error) => body.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded) body.destroy(new Error('the client went away'));
  });
  body.once('close', () => {
    source.off('readable', takeNextTurn);
    drain(source);
  });
  return body;
}

/** A body of known and small size, whole. Rejects when it ends too early, or when `signal` aborts. */
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
    // Each request closes; an unused error still costs its stack.
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

/** A client that is still sending may not read its response before it is done; and a connection that is not read never ends. */
function drain(source: Readable): void {
  if (source.readableEnded || source.destroyed) return;
  const timer = setTimeout(() => source.destroy(), DRAIN_MS).unref();
  source.once('end', () => clearTimeout(timer));
  source.once('close', () => clearTimeout(timer));
  source.resume();
}
