import { Agent } from 'undici';
import { AnswerReader, type Answer } from './answer-reader.ts';
import type { AttemptResult } from '../record/attempt-result.ts';
import { checkedConnector, type ConnectorOptions } from './checked-connector.ts';
import { describeFailure } from './failure-text.ts';

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

/** Posts to customers' endpoints over kept-alive connections. Never follows a redirect, never reads more than it must. */
export class HttpsPoster {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(options: HttpsPosterOptions) {
    this.#timeoutMs = options.timeoutMs;
    // The one time limit of an attempt is ours; undici's own would only cut it short.
    this.#agent = new Agent({ connect: checkedConnector(options), allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
  }

  post({ url, headers, body, signal }: Post): Promise<AttemptResult> {
    return new Promise((resolve) => {
      const reader = new AnswerReader((answer) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        resolve(this.#resultOf(answer));
      });
      const stop = (): void => reader.cut(new DOMException('The attempt has ended', 'AbortError'));
      const timer = setTimeout(() => reader.cut(new TimedOut()), this.#timeoutMs);
      signal.addEventListener('abort', stop);
      if (signal.aborted) return stop();
      const { origin, pathname, search } = new URL(url);
      this.#agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, reader);
    });
  }

  /** Ends kept connections, and what is still in flight with them. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #resultOf({ statusCode, retryAfter, start, failure }: Answer): AttemptResult {
    if (failure === undefined && statusCode !== null) {
      return { statusCode, retryAfter, error: problemOf(statusCode), responseBody: start };
    }
    const error =
      failure instanceof TimedOut
        ? `There was no complete answer within ${this.#timeoutMs / 1000} seconds.`
        : describeFailure(failure);
    return { statusCode, retryAfter, error, responseBody: null };
  }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The endpoint answered ${status}; redirects are not followed.`;
  return `The endpoint answered ${status}.`;
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}
