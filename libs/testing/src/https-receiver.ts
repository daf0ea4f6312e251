import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from './until.ts';

export interface ReceivedRequest {
  /** The header `webhook-id`, empty when there is none. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw body, byte for byte as text: what a signature is computed over. */
  readonly body: string;
  readonly at: Date;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Waits before it answers. */
  readonly delayMs?: number;
  /** Answers when this is settled: what happens meanwhile is up to the test, and no matter of time. */
  readonly after?: Promise<unknown>;
  /** Takes the request and never answers. */
  readonly hang?: boolean;
  /** Takes the request and cuts the connection. */
  readonly disconnect?: boolean;
}

export interface HttpsReceiverOptions {
  readonly cert: string;
  readonly key: string;
  readonly port?: number;
  /** Where it listens. Default: 127.0.0.1; containers reach 0.0.0.0. */
  readonly address?: string;
  /** Default: every request is kept in `requests`. In a long run `answer` may note what is needed instead. */
  readonly keep?: boolean;
}

export interface HttpsReceiver {
  /** Without a trailing slash; all paths are accepted. */
  readonly url: string;
  readonly port: number;
  /** In order of arrival. */
  readonly requests: readonly ReceivedRequest[];
  /** Answers every request this way from now on; before, each gets a plain 200. */
  readonly answer: (answer: Answer | ((request: ReceivedRequest) => Answer)) => void;
  /** Answers the next requests this way, one after the other, then as before. */
  readonly answerNext: (...answers: readonly Answer[]) => void;
  /** The first request, already there or still to come, that fits. */
  readonly waitFor: (fits: (request: ReceivedRequest) => boolean, timeoutMs?: number) => Promise<ReceivedRequest>;
  /** Also ends requests that hang. */
  readonly close: () => Promise<void>;
}

/** A local HTTPS server in the place of a customer's: it records what arrives and answers as configured. */
export async function httpsReceiver({
  cert,
  key,
  port = 0,
  address = '127.0.0.1',
  keep = true,
}: HttpsReceiverOptions): Promise<HttpsReceiver> {
  const requests: ReceivedRequest[] = [];
  const next: Answer[] = [];
  let standing: (request: ReceivedRequest) => Answer = () => ({});

  const server = createServer({ cert, key }, (incoming, response) => {
    void record(incoming).then(
      (request) => {
        if (keep) requests.push(request);
        respond(response, next.shift() ?? standing(request));
      },
      () => response.destroy(), // the client went away within its own request: nothing was received
    );
  });
  const boundPort = await listen(server, port, address);

  return {
    url: `https://127.0.0.1:${boundPort}`,
    port: boundPort,
    requests,
    answer: (answer) => {
      standing = typeof answer === 'function' ? answer : () => answer;
    },
    answerNext: (...answers) => {
      next.push(...answers);
    },
    waitFor: (fits, timeoutMs = 30_000) =>
      until(() => requests.find(fits), {
        timeoutMs,
        describe: () =>
          `a request that fits; received so far: ${requests.map((r) => `${r.method} ${r.path}`).join(', ')}`,
      }),
    close: () => close(server),
  };
}

async function record(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const at = new Date();
  const body = (await buffer(incoming)).toString('utf8');
  const id = incoming.headers['webhook-id'];
  return {
    id: typeof id === 'string' ? id : '',
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body,
    at,
  };
}

function respond(response: ServerResponse, answer: Answer): void {
  if (answer.hang === true) return;
  if (answer.disconnect === true) {
    response.destroy();
    return;
  }
  const send = (): void => {
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '');
  };
  if (answer.after !== undefined) void answer.after.then(send, send);
  else if (answer.delayMs === undefined) send();
  else setTimeout(send, answer.delayMs).unref();
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
