import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { preciseNow, sentAt } from './sent-at.ts';

/** What the receiver gets. */
export interface ReceiverOrder {
  /** Forgets what has come so far, and answers with a report when so many requests have come to paths that answer. */
  readonly expect: number;
}

/** What has come since the order. */
export interface ReceiverReport {
  readonly received: number;
  readonly ids: number;
  readonly lastAt: number;
  /** Milliseconds from the moment that the event's title names, in order of arrival. */
  readonly latencies: readonly number[];
}

/** Customers' endpoints as a separate process: each answers at once, apart from those under /hang, which never answer. */
const ids = new Set<string>();
let latencies: number[] = [];
let received = 0;
let expected = Infinity;

const server = createServer(
  { cert: process.env['RECEIVER_CERT'], key: process.env['RECEIVER_KEY'] },
  (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      if (incoming.url?.startsWith('/hang') === true) return;
      response.writeHead(200).end();
      note(`${incoming.url} ${String(incoming.headers['webhook-id'])}`, Buffer.concat(chunks).toString('utf8'));
    });
  },
);

function note(id: string, body: string): void {
  const now = preciseNow();
  received += 1;
  ids.add(id);
  const at = sentAt(body);
  if (at !== undefined) latencies.push(now - at);
  if (ids.size < expected) return;
  expected = Infinity;
  process.send?.({ received, ids: ids.size, lastAt: now, latencies } satisfies ReceiverReport);
}

process.on('message', ({ expect }: ReceiverOrder) => {
  ids.clear();
  latencies = [];
  received = 0;
  expected = expect;
});
process.on('disconnect', () => process.exit());
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
