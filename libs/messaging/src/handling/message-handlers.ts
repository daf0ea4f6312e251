import { confineTo } from '@ci/database';
import { isObservable, lastValueFrom } from 'rxjs';
import type { EntityManager } from 'typeorm';
import { isTopic, validatorOf } from '../contracts.ts';
import { decodeEnvelope, type RawRecord, type ReceivedMessage } from '../envelope/envelope.ts';
import { UnreadableMessage } from '../failure.ts';
import type { BatchContext, ReadableMessage } from './consumer-context.ts';
import { traceMessages } from './trace-messages.ts';

/** A handler as Nest hands it over: it returns a value, a promise, an observable or a promise of one. */
export type BatchHandler = (data: readonly unknown[], context: BatchContext) => unknown;

/** Runs work in one transaction, and again, in a new one, after a conflict. */
export type RunTransaction = <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T>;

type HandlerOutcome = 'handled' | 'ignored';

/** The handlers of a service by topic. */
export class MessageHandlers {
  private readonly byTopic = new Map<string, BatchHandler>();

  constructor(private readonly service: string) {}

  get topics(): string[] {
    return [...this.byTopic.keys()];
  }

  add(topic: string, handler: BatchHandler): void {
    if (!isTopic(topic)) throw new Error(`${this.service} listens to "${topic}", which @ci/contracts does not declare`);
    // Two of them would share a transaction and run at once in it.
    if (this.byTopic.has(topic)) throw new Error(`${this.service} has two handlers for ${topic}`);
    this.byTopic.set(topic, handler);
  }

  /** The name under which the inbox knows who handled a message. */
  consumerOf(topic: string): string {
    return `${this.service}.on-${topic.replaceAll(/[._]/g, '-')}`;
  }

  /** Reads a message and checks it against its contract. Throws UnreadableMessage. */
  read(record: RawRecord, envelope = decodeEnvelope(record)): ReadableMessage {
    if (!this.byTopic.has(record.topic)) {
      throw new UnreadableMessage('no_handler', `no handler for ${record.topic}`);
    }
    if (!envelope.ok) throw new UnreadableMessage('invalid_envelope', envelope.problem);
    return { message: envelope.message, data: contractData(record) };
  }

  /** Reads the message and runs its handler to its end. */
  async invoke(tx: EntityManager, record: RawRecord): Promise<HandlerOutcome> {
    const { messages, end } = traceMessages([this.read(record)]);
    let failed = true;
    try {
      const [outcome] = await this.invokeAll(tx, messages);
      failed = false;
      return outcome ?? 'handled';
    } finally {
      end({ failed });
    }
  }

  /** Runs the handler of messages of one topic, in their order, to its end. */
  async invokeAll(tx: EntityManager, messages: readonly ReadableMessage[]): Promise<HandlerOutcome[]> {
    const [first] = messages;
    if (!first) return [];
    const handler = this.byTopic.get(first.message.topic);
    if (!handler) throw new UnreadableMessage('no_handler', `no handler for ${first.message.topic}`);
    const ignored = new Set<ReceivedMessage>();
    const context: BatchContext = {
      tx,
      messages: messages.map(({ message }) => message),
      ignore: (message) => void ignored.add(message),
    };
    const data = messages.map((one) => one.data);
    await confined(tx, context.messages, () => settled(handler(data, context)));
    return context.messages.map((message) => (ignored.has(message) ? 'ignored' : 'handled'));
  }
}

/** Where all messages are of one workspace, their handler meets no other. (A batch of several works across them, in as few statements.) */
async function confined(tx: EntityManager, messages: readonly ReceivedMessage[], work: () => Promise<void>) {
  const workspaces = new Set(messages.map(({ workspaceId }) => workspaceId));
  const [only] = workspaces;
  if (workspaces.size > 1) return work();
  await confineTo(tx, only);
  await work();
  await confineTo(tx, undefined);
}

async function settled(returned: unknown): Promise<void> {
  const result = await returned;
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}

function contractData({ topic, value }: RawRecord): unknown {
  if (!isTopic(topic)) throw new UnreadableMessage('no_handler', `${topic} is not declared`);
  let data: unknown;
  try {
    data = JSON.parse(value.toString('utf8'));
  } catch (cause) {
    // Without the parser's words: they quote the message.
    throw new UnreadableMessage('invalid_json', 'the value is not JSON', { cause: nameOnly(cause) });
  }
  try {
    return validatorOf(topic)(data);
  } catch (cause) {
    throw new UnreadableMessage('contract_violation', `the data breaks the contract of ${topic}: ${reasonOf(cause)}`);
  }
}

function nameOnly(error: unknown): string {
  return error instanceof Error ? error.name : 'error';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
