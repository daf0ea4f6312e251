import type { Statement } from '@ci/database';
import { uuidv7 } from '@ci/ids';
import type { EntityManager } from 'typeorm';
import { isTopic, validatorOf, versionOf } from '../contracts.ts';
import { encodeEnvelope } from '../envelope/envelope.ts';
import { insertRows, insertRowsAgain } from './outbox.sql.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { QUEUE, QUEUE_OF_REFERENCES, REFERENCE_HEADER } from './queues.ts';

/**
 * Stores messages with the effect that they announce: both are there, or neither. They are sent after the commit, in this order per key;
 * wake the relay then. Throws when a message breaks the contract of its topic: no consumer could read it.
 */
export async function enqueue(
  tx: EntityManager,
  source: string,
  messages: readonly OutgoingMessage[],
  options: EnqueueOptions = {},
): Promise<void> {
  if (messages.length === 0) return;
  const { text, values } = outboxStatement(source, messages, options);
  await tx.query(text, [...values]);
}

/** What `enqueue` sends, to be stored as part of another statement. */
export function outboxStatement(
  source: string,
  messages: readonly OutgoingMessage[],
  { audience }: EnqueueOptions = {},
): Statement {
  const now = new Date();
  const rows = messages.map((message) => outboxRow(message, source, now, audience));
  return {
    text: audience === undefined ? insertRows : insertRowsAgain,
    values: [
      rows.map((row) => row.shard),
      rows.map((row) => row.workspaceId),
      rows.map((row) => row.messageId),
      rows.map((row) => row.topic),
      rows.map((row) => row.key),
      rows.map((row) => row.headers),
      rows.map((row) => row.payload),
    ],
  };
}

/** How messages are stored. */
export interface EnqueueOptions {
  /** The only service that they are for: others pass over them. For messages that are sent again. */
  readonly audience?: string;
}

function outboxRow(message: OutgoingMessage, source: string, now: Date, audience: string | undefined) {
  const { topic, key, workspaceId, subject, data, traceparent, reference } = message;
  assertContract(message);
  const messageId = message.messageId ?? uuidv7();
  const headers = encodeEnvelope({
    id: messageId,
    topic,
    source,
    subject,
    workspaceId,
    time: message.time ?? now,
    schemaVersion: versionOf(topic),
    ...(traceparent === undefined ? {} : { traceparent }),
  });
  return {
    shard: reference === undefined ? QUEUE : QUEUE_OF_REFERENCES,
    workspaceId,
    messageId,
    topic,
    key,
    headers: JSON.stringify({
      ...headers,
      ...(audience === undefined ? {} : { ce_audience: audience }),
      ...(reference === undefined ? {} : { [REFERENCE_HEADER]: reference.id }),
    }),
    payload: JSON.stringify(reference === undefined ? data : { ...data, [reference.field]: undefined }),
  };
}

function assertContract({ topic, key, data }: OutgoingMessage): void {
  if (!isTopic(topic)) throw new Error(`outgoing message on the undeclared topic ${String(topic)}`);
  if (key === '') throw new Error(`outgoing ${topic} without a key`);
  try {
    validatorOf(topic)(data);
  } catch (cause) {
    throw new Error(`outgoing ${topic} breaks its contract`, { cause });
  }
}
