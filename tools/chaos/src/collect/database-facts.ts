import { innerServices, type InnerService } from '@ci/testing/system';
import type pg from 'pg';
import type { Arrival, EndedAnalysis, Leftover } from '../ledger/facts.ts';

/** What the services' own tables say, read past them as a superuser. */
export async function databaseFacts(client: pg.Client, workspaces: readonly string[]) {
  const arrived: Arrival[] = [];
  for (const service of innerServices) arrived.push(...(await arrivals(client, service)));
  return {
    analyses: await endedAnalyses(client, workspaces),
    arrivals: arrived,
    leftovers: await leftovers(client, workspaces),
  };
}

async function endedAnalyses(client: pg.Client, workspaces: readonly string[]): Promise<EndedAnalysis[]> {
  const { rows } = await client.query<EndedAnalysis>(
    `SELECT data->>'callId' AS "callId", (data->>'revision')::int AS revision FROM summarization.events
     WHERE event_type IN ('AnalysisCompleted', 'AnalysisFailed') AND workspace_id = ANY ($1)`,
    [workspaces],
  );
  return rows;
}

async function arrivals(client: pg.Client, service: InnerService): Promise<Arrival[]> {
  const { rows } = await client.query<{ topic: string; messageId: string; receivedAt: string }>(
    `SELECT topic, message_id AS "messageId", (extract(epoch FROM received_at) * 1000000)::bigint AS "receivedAt"
     FROM ${service}.inbox`,
  );
  return rows.map(({ topic, messageId, receivedAt }) => ({
    service,
    topic,
    messageId,
    receivedAt: Number(receivedAt),
  }));
}

/** What should be empty, with one example of what is there. */
export async function leftovers(client: pg.Client, workspaces: readonly string[]): Promise<Leftover[]> {
  const found: Leftover[] = [];
  for (const { service, what, example, where } of queues) {
    const { rows } = await client.query<{ count: number; example: string | null }>(
      `SELECT count(*)::int AS count, min(${example}) AS example FROM ${service}.${what}
       WHERE ${where} AND (workspace_id IS NULL OR workspace_id = ANY ($1))`,
      [workspaces],
    );
    const row = rows[0];
    if (row && row.count > 0) found.push({ service, what, count: row.count, example: row.example ?? '' });
  }
  return found;
}

interface Queue {
  readonly service: InnerService;
  readonly what: Leftover['what'];
  readonly example: string;
  readonly where: string;
}

const queues: readonly Queue[] = [
  ...innerServices.flatMap((service): Queue[] => [
    { service, what: 'outbox', example: `topic || ' ' || key`, where: 'true' },
    { service, what: 'outbox_parked', example: `topic || ' ' || key || ': ' || error_message`, where: 'true' },
    {
      service,
      what: 'parked_messages',
      example: `topic || ' ' || coalesce(key, '') || ': ' || coalesce(error_code || ' ' || error_message, cause)`,
      where: 'true',
    },
  ]),
  { service: 'summarization', what: 'analysis_jobs', example: 'call_id', where: 'true' },
  {
    service: 'webhooks',
    what: 'deliveries',
    example: `id || ' ' || event_type || ' attempts ' || attempts`,
    where: `status = 'pending'`,
  },
];

/**
 * The pauses between attempts of a delivery are minutes and hours: here they are over at once. Those that are held wait for something else
 * than time.
 */
export async function endRetryPauses(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE webhooks.deliveries SET next_attempt_at = clock_timestamp()
     WHERE status = 'pending' AND NOT held AND next_attempt_at > clock_timestamp() AND attempts > 0`,
  );
}
