import type { CreateCall } from '@ci/contracts';
import { until } from '@ci/testing';
import { recordCall } from '../run/calls.ts';
import { onlooker } from '../run/database.ts';
import { callBody } from '../pipeline/call-body.ts';
import { fillCallRows } from './call-rows.ts';
import { benchmarkOf } from './scenario.ts';
import type { Stage } from './stage.ts';

const LISTED_CALLS = 10_000;

/** The first page of a workspace with 10,000 calls. */
export const list = benchmarkOf({
  id: 'calls.list',
  title: 'GET /v1/calls?limit=20, against a bare server with the same query',
  aim: 0.5,
  against: 'Fastify and pg, the same rows by the same query',
  async prepare(stage, { say }) {
    const { workspaceId } = stage.tenant;
    const client = await onlooker(stage.databaseUrl);
    try {
      await fillCallRows(client, workspaceId, LISTED_CALLS, say);
    } finally {
      await client.end();
    }
    return {
      ours: get('/v1/calls?limit=20', stage),
      bare: get(`/calls?limit=20&workspace=${workspaceId}`),
    };
  },
});

/** A call with a long transcript. */
export const detail = benchmarkOf({
  id: 'calls.get',
  title: 'GET /v1/calls/{id} of a call with 600 segments, against a bare server with the same query',
  aim: 1,
  against: 'Fastify and pg, the same row, its transcript as a value of type json',
  async prepare(stage) {
    const id = await recordCall(stage.system, stage.tenant.key, bodyOf(600));
    return {
      ours: get(`/v1/calls/${id}`, stage),
      bare: get(`/calls/${id}?workspace=${stage.tenant.workspaceId}`),
    };
  },
});

/** A call of usual length. */
export const record = benchmarkOf({
  id: 'calls.post',
  title: 'POST /v1/calls with 60 segments, against one INSERT of the same body',
  aim: 0.4,
  against: 'Fastify and pg, one INSERT of the same body',
  prepare: async (stage) => {
    const body = JSON.stringify(bodyOf(60));
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const request = { method: 'POST', expectedStatus: 201, body } as const;
    return {
      ours: { ...request, path: '/v1/calls', headers: { ...headers, ...authorization(stage) } },
      bare: { ...request, path: '/calls', headers },
    };
  },
  // Sending to Kafka belongs to what a recorded call costs, and must not disturb the other side.
  settle: sent,
});

/** Until ingestion's relay has sent all that it has. */
export async function sent({ databaseUrl }: Pick<Stage, 'databaseUrl'>): Promise<void> {
  const client = await onlooker(databaseUrl);
  const isEmpty = async (): Promise<boolean> =>
    (await client.query('SELECT FROM ingestion.outbox LIMIT 1')).rowCount === 0;
  try {
    await until(isEmpty, { timeoutMs: 60_000, intervalMs: 20, describe: 'the outbox is empty' });
  } finally {
    await client.end();
  }
}

function get(path: string, stage?: Stage) {
  return {
    method: 'GET',
    path,
    headers: stage === undefined ? {} : authorization(stage),
    expectedStatus: 200,
  } as const;
}

function authorization({ tenant }: Stage): Record<string, string> {
  return { authorization: `Bearer ${tenant.key}` };
}

/** The usual call, with its lines repeated until it has so many segments. */
export function bodyOf(segments: number): CreateCall {
  const call = callBody('marcus.webb@acme.example');
  const lines = call.transcript;
  const transcript = Array.from({ length: segments }, (_, n) => {
    const { speaker = 'rep', text = '' } = lines[n % lines.length] ?? {};
    return { speaker, start_ms: n * 5_000, end_ms: n * 5_000 + 4_000, text };
  });
  return { ...call, transcript };
}
