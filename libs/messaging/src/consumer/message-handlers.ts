import { isObservable, lastValueFrom } from 'rxjs';
import { isTopic, validatorOf } from '../contracts.ts';
import { decodeEnvelope, type RawRecord } from '../envelope/envelope.ts';
import { UnreadableMessage } from '../failure.ts';
import type { ConsumerContext } from './consumer-context.ts';
import type { EntityManager } from 'typeorm';

/** A handler as Nest hands it over: it returns a value, a promise, an observable or a promise of one. */
export type EventHandler = (data: unknown, context: ConsumerContext) => unknown;

/** The handlers of a service by topic. */
export class MessageHandlers {
  private readonly byTopic = new Map<string, EventHandler>();

  constructor(private readonly service: string) {}

  get topics(): string[] {
    return [...this.byTopic.keys()];
  }

  add(topic: string, handler: EventHandler): void {
    if (!isTopic(topic)) throw new Error(`${this.service} listens to "${topic}", which @ci/contracts does not declare`);
    // Two of them would share a transaction and run at once in it.
    if (this.byTopic.has(topic)) throw new Error(`${this.service} has two handlers for ${topic}`);
    this.byTopic.set(topic, handler);
  }

  /** The name under which the inbox knows who handled a message. */
  consumerOf(topic: string): string {
    return `${this.service}.on-${topic.replaceAll(/[._]/g, '-')}`;
  }

  /** Reads the message, checks it against its contract and runs the handler to its end. */
  async invoke(tx: EntityManager, record: RawRecord): Promise<'handled' | 'ignored'> {
    const handler = this.byTopic.get(record.topic);
    if (!handler || !isTopic(record.topic)) throw new UnreadableMessage('no_handler', `no handler for ${record.topic}`);
    const envelope = decodeEnvelope(record);
    if (!envelope.ok) throw new UnreadableMessage('invalid_envelope', envelope.problem);
    const data = contractData(record);
    let outcome: 'handled' | 'ignored' = 'handled';
    const ignore = (): void => void (outcome = 'ignored');
    const result = await handler(data, { tx, message: envelope.message, ignore });
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    return outcome;
  }
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
