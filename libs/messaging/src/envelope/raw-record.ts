import { createHash } from 'node:crypto';
import type { RawRecord } from './envelope.ts';

/** A record as kafkajs hands it over. */
export interface KafkaRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly offset: string;
  readonly headers?: Readonly<Record<string, Buffer | string | readonly (Buffer | string)[] | undefined>>;
}

/** Brings any record, from any producer, into a form that can be stored and compared. The value stays as it is. */
export function rawRecord(topic: string, partition: number, record: KafkaRecord): RawRecord {
  return {
    topic,
    partition,
    offset: record.offset,
    key: keyText(record.key),
    headers: headerTexts(record.headers ?? {}),
    value: record.value ?? Buffer.alloc(0),
  };
}

const MAX_KEY_BYTES = 512;

/** Keys are indexed text. One that is not (binary, NUL, very long) stands for itself by its digest: equal keys stay equal. */
function keyText(key: Buffer | null): string | null {
  if (key === null || key.length === 0) return null;
  const text = key.toString('utf8');
  const isText = key.length <= MAX_KEY_BYTES && !text.includes('\0') && Buffer.from(text, 'utf8').equals(key);
  return isText ? text : `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

function headerTexts(headers: NonNullable<KafkaRecord['headers']>): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]): [string, string] => {
    const first = Array.isArray(value)
      ? (value as readonly (Buffer | string)[])[0]
      : (value as Buffer | string | undefined);
    return [withoutNul(name), withoutNul(first === undefined ? '' : first.toString())];
  });
  return Object.fromEntries(texts);
}

/** jsonb refuses NUL. The replacement is a character, not a removal: `a\0b` must not become a valid `ab`. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
