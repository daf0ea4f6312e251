import { randomUUID } from 'node:crypto';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool, type Dispatcher } from 'undici';

/** What is sent, how often, and by how many connections, which stay open. */
export interface Load {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The name of a header that says something else in each request. */
  readonly unique?: string;
  readonly body?: string;
  /** Any other status ends the run. */
  readonly expectedStatus: number;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second at fixed moments, whether or not the ones before are answered. Without it each connection sends its next request when it has its answer. */
  readonly rate?: number;
}

/** What came of it. Latencies are in milliseconds; at a fixed rate they count from the moment a request was due. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of an answer's body, as a check that both sides answer the same amount. */
  readonly bytes: number;
}

/** A separate process, so that what is measured and what measures are scheduled like strangers. One load at a time. */
process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());

async function run(load: Load): Promise<LoadResult> {
  const pool = new Pool(load.origin, { connections: load.connections, pipelining: 1 });
  const latencies = createHistogram();
  const bytes = { last: 0 };
  const begin = performance.now();
  const send = async (dueAt: number): Promise<void> => {
    bytes.last = await answerTo(pool, load);
    latencies.record(Math.max(1, Math.round((performance.now() - dueAt) * 1000)));
  };
  try {
    await (load.rate === undefined ? closedLoop(load, begin, send) : openLoop(load, load.rate, begin, send));
    const seconds = (performance.now() - begin) / 1000;
    return {
      requests: latencies.count,
      perSecond: latencies.count / seconds,
      p50: latencies.percentile(50) / 1000,
      p99: latencies.percentile(99) / 1000,
      bytes: bytes.last,
    };
  } finally {
    await pool.destroy();
  }
}

type Send = (dueAt: number) => Promise<void>;

async function closedLoop({ connections, seconds }: Load, begin: number, send: Send): Promise<void> {
  const end = begin + seconds * 1000;
  const connection = async (): Promise<void> => {
    while (performance.now() < end) await send(performance.now());
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

async function openLoop({ seconds }: Load, rate: number, begin: number, send: Send): Promise<void> {
  const sent: Promise<void>[] = [];
  const total = Math.floor(rate * seconds);
  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) * rate) / 1000) + 1);
    while (sent.length < due) sent.push(send(begin + (sent.length * 1000) / rate));
    await delay(1);
  }
  await Promise.all(sent);
}

/** The length of the answer's body. By handler instead of promise and stream: the generator takes processor time from what it measures. */
function answerTo(pool: Pool, { method, path, headers: all, unique, body, expectedStatus }: Load): Promise<number> {
  const headers = unique === undefined ? all : { ...all, [unique]: randomUUID() };
  return new Promise((resolve, reject) => {
    let [status, length, text] = [0, 0, ''];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        length += chunk.length;
        if (status !== expectedStatus) text += chunk.toString('utf8');
      },
      onResponseEnd: () => {
        if (status === expectedStatus) resolve(length);
        else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`));
      },
      onResponseError: (_controller, error) => reject(error),
    };
    pool.dispatch({ method, path, headers, body: body ?? null }, handler);
  });
}
