import type { EntityManager } from 'typeorm';
import type { Arrival } from '../inbox/inbox.ts';
import type { RawRecord } from '../envelope/envelope.ts';
import { insertParked, selectDueHeads, selectHead, updateFailed } from './parked-messages.sql.ts';
import { noticeParked, type NoticeOf } from './parking-notice.ts';

/** A message that waits in the database, with all that is needed to handle it again. */
export interface ParkedMessage {
  readonly rowId: string;
  readonly consumer: string;
  readonly messageId: string;
  readonly attempts: number;
  readonly isDue: boolean;
  readonly record: RawRecord;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** What is stored beside the record itself. A failure makes the row the head of its key; without one it waits behind the head. */
export interface Parking {
  readonly arrival: Arrival;
  readonly workspaceId: string | null;
  readonly record: RawRecord;
  readonly failure?: Failure & { readonly nextAttemptAt: Date | null };
}

/** Stores messages that can't be handled now. One that failed is reported on the service's `*.dlq` topic; one that waits behind it is not. */
export async function parkMessages(tx: EntityManager, messages: readonly Parking[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query(insertParked, [
    messages.map(({ arrival }) => arrival.consumer),
    messages.map(({ arrival }) => arrival.key),
    messages.map(({ workspaceId }) => workspaceId),
    messages.map(({ arrival }) => arrival.id),
    messages.map(({ arrival }) => arrival.topic),
    messages.map(({ arrival }) => arrival.partition),
    messages.map(({ arrival }) => arrival.offset),
    messages.map(({ record }) => JSON.stringify(record.headers)),
    messages.map(({ record }) => record.value),
    messages.map(({ failure }) => (failure ? 1 : 0)),
    messages.map(({ failure }) => (failure ? 'failed' : 'behind-parked')),
    messages.map(({ failure }) => failure?.code),
    messages.map(({ failure }) => failure?.message),
    messages.map(({ failure }) => failure?.nextAttemptAt),
  ]);
  for (const { arrival, workspaceId, failure } of messages) {
    if (failure) await noticeParked(tx, serviceOf(arrival.consumer), noticeOf(arrival, workspaceId, failure));
  }
}

/** The first parked message of each key whose time has come. One that waited behind its predecessor is due as soon as it is first. */
export async function dueHeads(
  tx: EntityManager,
  now: Date,
  limit: number,
): Promise<{ rowId: string; key: string | null }[]> {
  return tx.query(selectDueHeads, [now, limit]);
}

/**
 * The first parked message of a key (or the row itself, if it has none), as it is now, for this transaction alone. Lock the key before:
 * the row lock keeps apart only those that work on a message without a key.
 */
export async function headOf(
  tx: EntityManager,
  { rowId, key }: { rowId: string; key: string | null },
  now: Date,
): Promise<ParkedMessage | undefined> {
  const rows: ParkedRow[] = await tx.query(selectHead, [now, key, rowId]);
  return rows[0] && toParkedMessage(rows[0], key);
}

export async function unpark(tx: EntityManager, rowId: string): Promise<void> {
  await tx.query(`DELETE FROM parked_messages WHERE id = $1`, [rowId]);
}

export async function recordFailure(
  tx: EntityManager,
  rowId: string,
  attempts: number,
  failure: Failure & { readonly nextAttemptAt: Date | null },
): Promise<void> {
  await tx.query(updateFailed, [rowId, attempts, failure.code, failure.message, failure.nextAttemptAt]);
}

function noticeOf(
  { id, topic, partition, offset, key }: Arrival,
  workspaceId: string | null,
  { code }: Failure,
): NoticeOf {
  const from = { message_id: id, topic, partition, offset, key, workspace_id: workspaceId };
  return { side: 'consumer', ...from, error_code: code };
}

/** A consumer is called `<service>.on-<topic>`. */
function serviceOf(consumer: string): string {
  return consumer.split('.', 1)[0] ?? consumer;
}

interface ParkedRow {
  readonly id: string;
  readonly consumer: string;
  readonly message_id: string;
  readonly topic: string;
  readonly partition: number;
  readonly kafka_offset: string;
  readonly headers: Record<string, string>;
  readonly value: Buffer;
  readonly attempts: number;
  readonly due: boolean;
}

function toParkedMessage(row: ParkedRow, key: string | null): ParkedMessage {
  const { id, consumer, message_id, topic, partition, kafka_offset, headers, value, attempts, due } = row;
  const record = { topic, partition, offset: kafka_offset, key, headers, value };
  return { rowId: id, consumer, messageId: message_id, attempts, isDue: due, record };
}
