import type { EntityManager } from 'typeorm';
import { selectCounts, selectDetails, selectSummaries } from './parked-messages.sql.ts';

/** Who set a message aside: our consumer, because it could not handle it; or our relay, because the broker refuses it. */
export type ParkedSide = 'consumer' | 'relay';

/** `in-12`: row 12 of what was received; `out-12`: row 12 of what was to be sent. */
export type ParkedId = `in-${string}` | `out-${string}`;

/** What may be shown of a parked message to any operator of the service: no payload, and no text of an error, which may quote it. */
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
  /** When it is tried again automatically; null: by hand, or when its turn comes. */
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

/** Parked messages, oldest first, so that those of a key are in their order. */
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
