import { setTimeout as delay } from 'node:timers/promises';
import { uuidv7 } from '@ci/ids';
import { rawProducer, type RawMessage, type RawProducer } from '@ci/testing/system';
import { Pool } from 'undici';
import { callBody } from '../pipeline/call-body.ts';
import { callEnded } from '../run/call-ended.ts';
import { preciseNow, titleSentAt } from './sent-at.ts';

const BATCH = 500;

/** What is to be sent: events of these workspaces in turn, or calls through the API. */
export type GeneratorOrder =
  | {
      readonly kind: 'events';
      readonly brokers: string;
      readonly workspaces: readonly string[];
      readonly count: number;
      readonly rate?: number;
      /** Their calls are with so many different prospects; default: with one. */
      readonly prospects?: number;
    }
  | {
      readonly kind: 'calls';
      readonly baseUrl: string;
      readonly key: string;
      readonly count: number;
      readonly rate: number;
    }
  | {
      readonly kind: 'posts';
      readonly url: string;
      readonly ca: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly count: number;
      readonly connections: number;
    };

/** A separate process; one order at a time. Answers when all is sent, with the moment at which it began. */
process.on('message', (order: GeneratorOrder) => {
  const beganAt = preciseNow();
  send(order).then(
    () => process.send?.({ beganAt }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());

function send(order: GeneratorOrder): Promise<void> {
  switch (order.kind) {
    case 'events':
      return sendEvents(order);
    case 'calls':
      return sendCalls(order);
    case 'posts':
      return sendPosts(order);
  }
}

let producer: Promise<RawProducer> | undefined;

async function sendEvents({
  brokers,
  workspaces,
  count,
  rate,
  prospects,
}: Extract<GeneratorOrder, { kind: 'events' }>): Promise<void> {
  producer ??= rawProducer(brokers);
  const connected = await producer;
  const run = uuidv7();
  const event = (n: number): RawMessage =>
    callEnded(workspaces[n % workspaces.length] ?? '', {
      title: titleSentAt(preciseNow()),
      ...(prospects === undefined ? {} : { email: `${run}-${n % prospects}@acme.example` }),
    });
  if (rate !== undefined) {
    await atRate(count, rate, (n) => connected.send([event(n)]));
    return;
  }
  for (let from = 0; from < count; from += BATCH) {
    await connected.send(Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => event(from + n)));
  }
}

async function sendCalls({ baseUrl, key, count, rate }: Extract<GeneratorOrder, { kind: 'calls' }>): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, { connections: 32, pipelining: 1 });
  try {
    await atRate(count, rate, async (n) => {
      const body = { ...callBody(`prospect-${uuidv7()}-${n}@acme.example`), title: titleSentAt(preciseNow()) };
      const answer = await pool.request({
        method: 'POST',
        path: `${pathname}/calls`,
        headers,
        body: JSON.stringify(body),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 201) throw new Error(`POST /calls answered ${answer.statusCode}: ${text}`);
    });
  } finally {
    await pool.close();
  }
}

/** Nothing but undici: what sending alone costs. */
async function sendPosts({
  url,
  ca,
  headers,
  body,
  count,
  connections,
}: Extract<GeneratorOrder, { kind: 'posts' }>): Promise<void> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1, connect: { ca } });
  let sent = 0;
  const connection = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const own = { ...headers, 'webhook-id': `evt_${uuidv7()}` };
      const answer = await pool.request({ method: 'POST', path: pathname, headers: own, body });
      await answer.body.dump();
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    await pool.close();
  }
}

/** At fixed moments, whether or not those before are done. */
async function atRate(count: number, rate: number, one: (n: number) => Promise<void>): Promise<void> {
  const begin = performance.now();
  const running: Promise<void>[] = [];
  while (running.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - begin) * rate) / 1000) + 1);
    while (running.length < due) running.push(one(running.length));
    await delay(1);
  }
  await Promise.all(running);
}
