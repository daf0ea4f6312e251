import { v5 as uuidv5, validate as isUuid } from 'uuid';
import { MESSAGE_NAMESPACE } from './message-id.ts';

/** What surrounds the data of a message: the attributes of CloudEvents 1.0 and three of our own. */
export interface ReceivedMessage {
  /** The same over redelivery and republication: effects hang on it. */
  readonly id: string;
  readonly topic: string;
  /** The id whose order counts; null for a foreign message without one. */
  readonly key: string | null;
  readonly workspaceId: string;
  readonly source: string;
  readonly subject: string;
  readonly time: Date;
  readonly schemaVersion: number;
  readonly traceparent?: string;
}

/** A record as it came from the broker, in forms that a table can hold. */
export interface RawRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer;
}

/** The envelope, or why there is none. An id is there in any case. */
export type DecodedEnvelope =
  | { readonly ok: true; readonly id: string; readonly workspaceId: string; readonly message: ReceivedMessage }
  | { readonly ok: false; readonly id: string; readonly workspaceId: string | null; readonly problem: string };

/** Headers of CloudEvents' Kafka binding, binary mode: the data alone is the value. */
export function encodeEnvelope(message: Omit<ReceivedMessage, 'key'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: message.id,
    ce_source: message.source,
    ce_type: message.topic,
    ce_subject: message.subject,
    ce_time: message.time.toISOString(),
    ce_workspaceid: message.workspaceId,
    ce_schemaversion: String(message.schemaVersion),
    ...(message.traceparent === undefined ? {} : { traceparent: message.traceparent }),
  };
}

/** Reads the envelope of any record at all; never throws. */
export function decodeEnvelope(record: RawRecord): DecodedEnvelope {
  const { headers, topic, key } = record;
  const id = messageIdOf(record);
  const workspaceId = headers['ce_workspaceid'] || null;
  const wrong = problemsOf(record);
  if (wrong.length > 0 || workspaceId === null) {
    return { ok: false, id, workspaceId, problem: `unusable headers: ${wrong.join(', ')}` };
  }
  const message = {
    id,
    topic,
    key,
    workspaceId,
    source: headers['ce_source'] ?? '',
    subject: headers['ce_subject'] ?? '',
    time: new Date(headers['ce_time'] ?? NaN),
    schemaVersion: Number(headers['ce_schemaversion']),
    ...(headers['traceparent'] === undefined ? {} : { traceparent: headers['traceparent'] }),
  };
  return { ok: true, id, workspaceId, message };
}

/** The sender's id, or one that is the same whenever this record is read again. */
function messageIdOf({ headers, topic, partition, offset }: RawRecord): string {
  const sent = headers['ce_id'];
  return sent !== undefined && isUuid(sent)
    ? sent.toLowerCase()
    : uuidv5(`${topic}/${partition}/${offset}`, MESSAGE_NAMESPACE);
}

function problemsOf({ headers, topic }: RawRecord): string[] {
  const usable: Record<string, boolean> = {
    ce_specversion: headers['ce_specversion'] === '1.0',
    ce_type: headers['ce_type'] === topic,
    ce_source: isPlain(headers['ce_source']),
    ce_subject: headers['ce_subject'] === undefined || isPlain(headers['ce_subject']),
    ce_time: !Number.isNaN(Date.parse(headers['ce_time'] ?? '')),
    ce_workspaceid: isPlain(headers['ce_workspaceid']),
    ce_schemaversion: /^[1-9]\d{0,8}$/.test(headers['ce_schemaversion'] ?? ''),
  };
  return Object.keys(usable).filter((name) => !usable[name]);
}

/** CloudEvents forbids control characters; Postgres could not store NUL. */
function isPlain(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value.length <= 2000 && !/[\u0000-\u001f\u007f-\u009f]/.test(value);
}
