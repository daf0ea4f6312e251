import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventContracts, type TopicName } from '@ci/contracts';
import type { JsonSchema } from '@ci/validation';
import { goldenForm, newestForm } from '@ci/testing/golden';
import { readHttpContracts, type HttpContracts } from './http/http-contract.ts';

const folder = path.resolve(import.meta.dirname, '../../../libs/contracts');

/** A message that was published once, in some version of its topic. */
export interface GoldenExample {
  /** Such as `call.ended.v1`, or `call.ended.v1.1` with what came within that version. */
  readonly name: string;
  readonly topic: TopicName;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a topic's messages look like today. */
export interface TopicContract {
  readonly version: number;
  readonly schema: JsonSchema;
}

/** All that services have agreed on with each other, as libs/contracts keeps it. */
export interface Contracts {
  readonly topics: Readonly<Record<TopicName, TopicContract>>;
  readonly examples: readonly GoldenExample[];
  /** What the gateway expects of each service's HTTP. */
  readonly http: HttpContracts;
}

/** Reads it from libs/contracts: what is checked is what is committed, not what an image holds. */
export function readContracts(): Contracts {
  const topics = Object.fromEntries(
    Object.entries(eventContracts).map(([topic, { version, schema }]) => [topic, { version, schema: plain(schema) }]),
  ) as Record<TopicName, TopicContract>;
  return { topics, examples: readExamples(), http: readHttpContracts() };
}

function readExamples(): readonly GoldenExample[] {
  const golden = path.join(folder, 'golden-events');
  const files = readdirSync(golden).filter((file) => file !== 'checksums.json');
  return files.map((file) => {
    const name = path.basename(file, '.json');
    const { type, version } = goldenForm(name);
    const data = JSON.parse(readFileSync(path.join(golden, file), 'utf8')) as Record<string, unknown>;
    return { name, topic: type as TopicName, version, data };
  });
}

/** Without what a schema builder keeps beside the schema. */
function plain(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/** The newest example of a topic. */
export function exampleOf({ examples, topics }: Contracts, topic: TopicName): GoldenExample {
  const name = newestForm(
    examples.map((one) => one.name),
    topic,
    topics[topic].version,
  );
  const newest = examples.find((one) => one.name === name);
  if (newest === undefined) throw new Error(`there is no golden example of ${topic}`);
  return newest;
}

/** The same of another call. */
export function ofCall({ data }: GoldenExample, callId: string): Readonly<Record<string, unknown>> {
  if ('call_id' in data) return { ...data, call_id: callId };
  const summary = data['summary'] as object | undefined;
  return {
    ...data,
    call: { ...(data['call'] as object), id: callId },
    ...(summary === undefined ? {} : { summary: { ...summary, call_id: callId } }),
  };
}
