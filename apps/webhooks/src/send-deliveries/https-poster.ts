import { Agent, request, type Dispatcher } from 'undici';
import type { AttemptResult } from './attempt-result.ts';
import { checkedConnector, type ConnectorOptions } from './checked-connector.ts';
import { describeFailure } from './failure-text.ts';

const MAX_READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

/** One attempt, signed and ready to go. */
export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt before its time: the endpoint was deleted, or the service stops. */
  readonly signal: AbortSignal;
}

export interface HttpsPosterOptions extends Omit<ConnectorOptions, 'timeoutMs'> {
  /** For the whole attempt: name, connection, TLS, request, answer. */
  readonly timeoutMs: number;
}

/** Posts to customers' endpoints over kept-alive connections. Never follows a redirect, never reads more than it must, never throws. */
export class HttpsPoster {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(options: HttpsPosterOptions) {
    this.#timeoutMs = options.timeoutMs;
    // The one time limit of an attempt is ours; undici's own would only cut it short.
    this.#agent = new Agent({ connect: checkedConnector(options), allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  }

  async post({ url, headers, body, signal }: Post): Promise<AttemptResult> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#timeoutMs);
    const stop = (): void => limit.abort();
    const ended = new Promise<never>((_resolve, reject) => {
      limit.signal.addEventListener('abort', () => reject(new DOMException('The attempt has ended', 'AbortError')));
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    let answer: Dispatcher.ResponseData | undefined;
    try {
      const asked = request(url, { method: 'POST', headers, body, signal: limit.signal, dispatcher: this.#agent });
      // While it connects undici only notes the end: it sends nothing afterwards, but says so when the connection is there, or never.
      answer = await Promise.race([asked, ended]);
      const responseBody = await readStart(answer.body);
      return { ...headOf(answer), error: problemOf(answer.statusCode), responseBody };
    } catch (error) {
      const timedOut = limit.signal.aborted && !signal.aborted;
      const text = timedOut
        ? `There was no complete answer within ${this.#timeoutMs / 1000} seconds.`
        : describeFailure(error);
      return { ...headOf(answer), error: text, responseBody: null };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  /** Ends kept connections, and what is still in flight with them. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function headOf(answer: Dispatcher.ResponseData | undefined): Pick<AttemptResult, 'statusCode' | 'retryAfter'> {
  const retryAfter = answer?.headers['retry-after'];
  return { statusCode: answer?.statusCode ?? null, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The endpoint answered ${status}; redirects are not followed.`;
  return `The endpoint answered ${status}.`;
}

/** Reads at most 64 KB, so that the connection can be kept, and gives back the first kilobyte. A longer answer costs its connection. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const kept: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
    read += chunk.byteLength;
    if (read > MAX_READ_BYTES) break; // leaving the loop destroys the stream
  }
  // `stream` leaves out a character that the cut went through; Postgres stores no NUL.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\u{FFFD}');
}
