import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readAnswers, type RawAnswer } from './read-answers.ts';

/** Where the system listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Bytes for one connection, and what may come back. */
export interface Attempt {
  readonly name: string;
  /** Written one after the other. */
  readonly pieces: readonly (Buffer | string)[];
  /** The pause after each piece but the last. */
  readonly pauseMs?: number;
  /** Says after the last piece that nothing more will come. */
  readonly ends?: boolean;
  /** How many answers are waited for. The last one has to be the refusal. Default: 1. */
  readonly answers?: number;
  /** Whether the connection may be closed without an answer: HTTP leaves no other way. */
  readonly mayClose?: boolean;
}

export interface Outcome {
  readonly answers: readonly RawAnswer[];
  /** Whether the connection ended; else the deadline passed, or all answers are there. */
  readonly closed: boolean;
}

/** Longer than the system lets headers and bodies take. */
const DEADLINE_MS = 60_000;

/** Opens a connection, sends the pieces, and listens until the answers are there, the connection ends or the deadline passes. */
export async function exchange(address: Address, attempt: Attempt): Promise<Outcome> {
  const socket = connect(address.port, address.host);
  const wanted = attempt.answers ?? 1;
  const received: Buffer[] = [];
  const limit = new AbortController();
  const outcome = new Promise<Outcome>((resolve) => {
    const settle = (closed: boolean) => resolve({ answers: readAnswers(Buffer.concat(received)), closed });
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      if (readAnswers(Buffer.concat(received)).length >= wanted) settle(false);
    });
    // A reset is an end as well.
    socket.on('error', () => undefined);
    socket.once('close', () => settle(true));
    void delay(DEADLINE_MS, undefined, { signal: limit.signal, ref: false }).then(
      () => settle(false),
      () => undefined,
    );
  });
  try {
    await Promise.race([send(socket, attempt, limit.signal), outcome]);
    return await outcome;
  } finally {
    limit.abort();
    socket.destroy();
  }
}

async function send(socket: Socket, { pieces, pauseMs, ends }: Attempt, signal: AbortSignal): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (signal.aborted || socket.destroyed) return;
    socket.write(piece);
    if (pauseMs !== undefined && index < pieces.length - 1)
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  if (ends === true) socket.end();
}
