import type { EntityManager } from 'typeorm';

/** Who set a message aside: our consumer, because it could not handle it; or our relay, because the broker refuses it. */
export type ParkedSide = 'consumer' | 'relay';

/** `in-12`: row 12 of what was received; `out-12`: row 12 of what was to be sent. */
export type ParkedId = `in-${string}` | `out-${string}`;

/** What may be shown of a parked message to anybody who runs the service: no payload, and no text of an error, which may quote it. */
export interface ParkedSummary {
  readonly id: ParkedId;
  readonly side: ParkedSide;
  readonly consumer: string | null;
  readonly key: string | null;
  readonly workspaceId: string | null;
  readonly messageId: string;
  readonly topic: string;
  readonly partition: number | null;
  readonly offset: string | null;
  readonly attempts: number;
  /** `failed`: the first of its key. `waiting`: behind it. `refused`: by the broker. */
  readonly state: 'failed' | 'waiting' | 'refused';
  readonly errorCode: string | null;
  /** When it is tried again by itself; null: by hand, or when its turn comes. */
  readonly nextAttemptAt: Date | null;
  readonly parkedAt: Date;
  readonly bytes: number;
}

/** All but the payload. */
export interface ParkedDetails extends ParkedSummary {
  readonly headers: Readonly<Record<string, string>>;
  readonly errorMessage: string | null;
  readonly sha256: string;
}

export interface ParkedFilter {
  readonly side?: ParkedSide;
  readonly key?: string;
  readonly topic?: string;
  readonly workspaceId?: string;
  /** Default 100. */
  readonly limit?: number;
}

/** Which message: its row (`in-12`), or the id that it carries. */
export type ParkedReference = string;

/** Parked messages, oldest first, so that those of a key stand in their order. */
export async function listParked(
  database: Pick<EntityManager, 'query'>,
  { side, key, topic, workspaceId, limit = 100 }: ParkedFilter = {},
): Promise<ParkedSummary[]> {
  const filter = [side ?? null, key ?? null, topic ?? null, workspaceId ?? null, limit];
  return database.query<ParkedSummary[]>(selectSummaries, filter);
}

/** How many are parked, and under how many keys, whatever a list shows of them. */
export async function countParked(
  database: Pick<EntityManager, 'query'>,
): Promise<{ readonly messages: number; readonly keys: number }> {
  const [counts] = await database.query<{ messages: number; keys: number }[]>(selectCounts);
  return counts ?? { messages: 0, keys: 0 };
}

/** One parked message without its payload, or undefined. */
export async function showParked(
  database: Pick<EntityManager, 'query'>,
  reference: ParkedReference,
): Promise<ParkedDetails | undefined> {
  const [found] = await database.query<ParkedDetails[]>(selectDetails, [reference]);
  return found;
}

/** The row's id in its table. */
export function rowOf(id: ParkedId): string {
  return id.slice(id.indexOf('-') + 1);
}

/** The rows of both tables under one shape. The payload stays where it is: only its size and hash are made of it. */
const parked = `(
  SELECT 'in-' || id AS id, id AS row_id, 'consumer' AS side, consumer, key, workspace_id, message_id, topic, partition,
         kafka_offset::text AS "offset", attempts, CASE cause WHEN 'failed' THEN 'failed' ELSE 'waiting' END AS state,
         error_code, error_message, next_attempt_at, parked_at, headers, value AS bytes
  FROM parked_messages
  UNION ALL
  SELECT 'out-' || id, id, 'relay', NULL, key, workspace_id, message_id, topic, NULL, NULL, 1, 'refused',
         error_code, error_message, NULL, parked_at, headers, convert_to(payload, 'UTF8')
  FROM outbox_parked
) AS parked`;

const summary = `
  id, side, consumer, key, workspace_id AS "workspaceId", message_id AS "messageId", topic, partition, "offset", attempts, state,
  error_code AS "errorCode", next_attempt_at AS "nextAttemptAt", parked_at AS "parkedAt", octet_length(bytes) AS bytes`;

const selectSummaries = `
  SELECT ${summary}
  FROM ${parked}
  WHERE ($1::text IS NULL OR side = $1) AND ($2::text IS NULL OR key = $2) AND ($3::text IS NULL OR topic = $3)
    AND ($4::text IS NULL OR workspace_id = $4)
  ORDER BY side, row_id
  LIMIT $5`;

const selectCounts = `
  SELECT count(*)::int AS messages, count(DISTINCT coalesce(side || key, id))::int AS keys FROM ${parked}`;

const selectDetails = `
  SELECT ${summary}, headers, error_message AS "errorMessage", encode(sha256(bytes), 'hex') AS sha256
  FROM ${parked}
  WHERE id = $1 OR message_id::text = lower($1)
  ORDER BY row_id
  LIMIT 1`;
