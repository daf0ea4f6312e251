import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** What of an answer comes before its body. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Where a body goes: what of a response is needed for that. */
export interface BodyTarget {
  write(chunk: Buffer): boolean;
  end(): unknown;
  destroy(error?: Error): unknown;
  once(event: 'drain', listener: () => void): unknown;
}

/** An answer ended before its time, after its target had taken its head. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

interface KeptAnswer extends AnswerHead {
  readonly body: Buffer;
}

/** Reads one answer: hands its body to the target that takes its head, as fast as that takes it, or keeps it. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: AnswerHead | undefined;
  #target: BodyTarget | undefined;

  constructor(
    private readonly signal: AbortSignal,
    private readonly begin: (head: AnswerHead) => BodyTarget | undefined,
    private readonly resolve: (answer: KeptAnswer | undefined) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    if (signal.aborted) this.#abort();
    else signal.addEventListener('abort', () => this.#abort(), { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection, and the caller no longer waits for it.
    if (this.signal.aborted) this.#abort();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // "Early hints" and their like come before the answer.
    if (status < 200) return;
    this.#head = { status, headers };
    this.#target = this.begin(this.#head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#target === undefined) {
      this.#chunks.push(chunk);
      return;
    }
    if (this.#target.write(chunk)) return;
    controller.pause();
    this.#target.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    const target = this.#target;
    if (target === undefined) {
      const [first = Buffer.alloc(0), ...more] = this.#chunks;
      const body = more.length === 0 ? first : Buffer.concat(this.#chunks);
      this.resolve(this.#head && { ...this.#head, body });
      return;
    }
    target.end();
    this.resolve(undefined);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #abort(): void {
    const reason = this.signal.reason as Error;
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  #fail(cause: Error): void {
    if (this.#target === undefined) {
      this.reject(cause);
      return;
    }
    this.#target.destroy(cause);
    this.reject(new BrokenOff('the answer broke off', { cause }));
  }
}
