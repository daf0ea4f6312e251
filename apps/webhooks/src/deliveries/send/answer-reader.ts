import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

const MAX_READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

/** How a request ended: what came of the answer, and why no more of it did. */
export interface Answer {
  readonly statusCode: number | null;
  readonly retryAfter: string | null;
  /** The start of the body. */
  readonly start: string;
  /** Undefined when the answer is as complete as it is wanted. */
  readonly failure: unknown;
}

/**
 * Reads at most 64 KB of an answer, so that the connection can be kept, and keeps the first kilobyte. A longer answer costs its connection.
 * Undici's own `request` makes a stream of each body, which takes longer than all the rest.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode: number | null = null;
  #retryAfter: string | null = null;
  readonly #kept: Buffer[] = [];
  #read = 0;
  #hasEnded = false;

  constructor(private readonly onEnd: (answer: Answer) => void) {}

  /** Ends the request now, at whatever it is. */
  cut(reason: Error): void {
    this.#end(reason, reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection; nothing is sent any more.
    if (this.#hasEnded) controller.abort(new Error('the attempt has ended'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    { 'retry-after': retryAfter }: IncomingHttpHeaders,
  ): void {
    if (statusCode < 200) return; // "early hints" and their like come before the answer
    this.#statusCode = statusCode;
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#read < KEPT_BYTES) this.#kept.push(chunk.subarray(0, KEPT_BYTES - this.#read));
    this.#read += chunk.byteLength;
    if (this.#read > MAX_READ_BYTES) this.#end(undefined, new Error('the answer is too long'));
  }

  onResponseEnd(): void {
    this.#end(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error);
  }

  #end(failure: unknown, abort?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.onEnd({ statusCode: this.#statusCode, retryAfter: this.#retryAfter, start: textOf(this.#kept), failure });
    if (abort !== undefined) this.#controller?.abort(abort);
  }
}

/** `stream` leaves out a character that the cut went through; Postgres stores no NUL. */
function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll('\0', '\u{FFFD}');
}
