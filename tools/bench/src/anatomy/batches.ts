import { KafkaTransport, type BatchHandler, type RawRecord } from '@ci/messaging';
import { createLogger } from '@ci/observability';
import { until } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { callEnded } from '../run/call-ended.ts';
import type { Generator } from '../webhooks/stage.ts';
import type { Layer } from './measure-layers.ts';

/** As many partitions as a service works on at a time. */
export const PARTITIONS = 4;
/** Of each prospect; they come so far apart that two batches at work have none in common. */
const CALLS_PER_PROSPECT = 4;
const BATCHES_APART = 16;

let batches = 0;
/** Those that no batch is read of. */
const partitions = Array.from({ length: PARTITIONS }, (_, partition) => partition);

/** Neighbours, each about another prospect. */
export function nextBatch(workspaceId: string, size: number): RawRecord[] {
  const block = (batches % BATCHES_APART) + BATCHES_APART * Math.floor(batches / (BATCHES_APART * CALLS_PER_PROSPECT));
  batches += 1;
  return Array.from({ length: size }, (_, n) => {
    const { topic, key, value, headers = {} } = callEnded(workspaceId, { email: `p${block}-${n}@acme.example` });
    const offset = String(batches * size + n);
    return { topic, partition: 0, offset, key, headers, value: Buffer.from(String(value)) };
  });
}

export interface Consuming {
  readonly service: string;
  readonly brokers: string;
  readonly dataSource: DataSource;
  readonly handler: BatchHandler;
  readonly afterTransaction?: (() => Promise<void>) | undefined;
  readonly onProcessed?: () => void;
}

/** The transport of a service, with this handler of `call.ended` alone. */
export function transportOf(consuming: Consuming): KafkaTransport {
  const { service, brokers, dataSource, handler, afterTransaction, onProcessed } = consuming;
  const transport = new KafkaTransport({
    service,
    kafka: { brokers: brokers.split(','), clientId: service },
    dataSource,
    logger: createLogger({ service, level: 'warn' }),
    afterTransaction,
    onCrash: (error) => {
      throw error;
    },
    onProcessed,
  });
  transport.addHandler('call.ended', handler as never, true);
  transport.trustErrors();
  return transport;
}

/** Reads records as if Kafka had brought them, of a separate partition. */
export async function readBatch({ reader }: KafkaTransport, records: readonly RawRecord[]): Promise<void> {
  const partition = partitions.pop() ?? PARTITIONS;
  const messages = records.map(({ key, ...record }) => ({ ...record, key: Buffer.from(key ?? '') }));
  const payload = {
    batch: { topic: 'call.ended', partition, messages },
    heartbeat: async () => undefined,
    isRunning: () => true,
    isStale: () => false,
    resolveOffset: () => undefined,
    commitOffsetsIfNecessary: async () => undefined,
    pause: () => {
      throw new Error('a batch of the benchmark has failed');
    },
  };
  await reader.read(payload as unknown as Parameters<typeof reader.read>[0]);
  partitions.push(partition);
}

/** From Kafka, where all of them lie already, until `onDone` has noted as many; default: when they are processed. */
export function overKafka(
  generator: Generator,
  consuming: Consuming,
  workspaceId: string,
  onDone: (note: () => void) => Partial<Consuming> = (onProcessed) => ({ onProcessed }),
): Required<Pick<Layer, 'before' | 'during' | 'after'>> {
  const { brokers } = consuming;
  let transport: KafkaTransport | undefined;
  return {
    before: async (seconds) => {
      const count = seconds * MESSAGES;
      const prospects = Math.ceil(count / CALLS_PER_PROSPECT);
      await generator.send({ kind: 'events', brokers, workspaces: [workspaceId], count, prospects });
    },
    during: async (seconds) => {
      const count = seconds * MESSAGES;
      let [seen, begin] = [0, 0];
      const note = (): void => {
        if (seen === 0) begin = performance.now();
        seen += 1;
      };
      transport = transportOf({ ...consuming, ...onDone(note) });
      transport.listen(() => undefined);
      const describe = (): string => `${count} messages done, so far ${seen}`;
      await until(() => seen >= count, { timeoutMs: 120_000, intervalMs: 5, describe });
      return { done: count, rate: (count * 1000) / (performance.now() - begin) };
    },
    after: async () => transport?.close(),
  };
}

/** For each second; enough for each of the topic's partitions to have a batch. */
const MESSAGES = 2_400;
