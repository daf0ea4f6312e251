import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { EventData } from '@ci/contracts';
import { sentTogether } from '@ci/database';
import type { DomainEvent, StreamRef } from '@ci/domain';
import { lockStreams, runCommands, type Aggregate, type EventMetadata } from '@ci/event-store';
import type { BatchHandler } from '@ci/messaging';
import type { EntityManager } from 'typeorm';
import { compiled } from './compiled.ts';
import { leanParameters, statementAlone } from './consume-statements.ts';

interface Addressed {
  readonly workspaceId: string;
  readonly email: string;
  readonly command: { readonly callId: string };
  readonly metadata: EventMetadata;
}

interface Commands {
  readonly handle: (tx: EntityManager, commands: readonly Addressed[]) => Promise<unknown>;
}

interface ContactsParts {
  readonly readConfig: (environment: object) => { readonly WORKER_DATABASE_URL: string };
  readonly OnCallEnded: new (commands: Commands) => { handle: BatchHandler };
  readonly ContactCommandHandler: new (config: object) => Commands;
  readonly contact: Aggregate<unknown, unknown, DomainEvent>;
  readonly contactStream: (workspaceId: string, email: string, hash: (text: string) => string) => StreamRef;
  readonly lockCalls: (tx: EntityManager, how: 'together', callIds: readonly string[]) => Promise<void>;
  readonly deletedAmong: (tx: EntityManager, calls: readonly object[]) => Promise<unknown>;
}

/** Contacts' handler of `call.ended`, and what of it can be left out, from the least on. */
export async function handlersOfContacts(environment: object) {
  const { readConfig, OnCallEnded, ContactCommandHandler, contact, ...parts } = await compiled<ContactsParts>(
    'contacts',
    [
      'config',
      'on-call-ended/on-call-ended.consumer',
      'handle-command/contact.command-handler',
      'handle-command/deleted-calls',
      'contact.aggregate',
      'contact/contact-stream',
    ],
  );
  const config = readConfig(environment);
  const key = createSecretKey(randomBytes(32));
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');

  /** As contacts' handler of commands begins. */
  const lock = async (tx: EntityManager, commands: readonly Addressed[]) => {
    const items = commands.map(({ workspaceId, email, ...item }) => {
      return { ...item, stream: parts.contactStream(workspaceId, email, hash) };
    });
    const calls = commands.map(({ workspaceId, command: { callId } }) => ({ workspaceId, callId }));
    const [callIds, streamIds] = [calls.map(({ callId }) => callId), items.map(({ stream }) => stream.id)];
    const locks = [parts.lockCalls(tx, 'together', callIds), lockStreams(tx, streamIds)] as const;
    await sentTogether(...locks, parts.deletedAmong(tx, calls));
    return items;
  };
  const handledBy = (handle: Commands['handle']): BatchHandler => {
    const consumer = new OnCallEnded({ handle });
    return (data, context) => consumer.handle(data, context);
  };
  const lean: BatchHandler = (data, { tx, messages }) => {
    const ids = messages.map(({ id }) => id);
    return tx.query(statementAlone, leanParameters(ids, data as EventData<'call.ended'>[]));
  };
  const locking = handledBy(lock);
  const { messages: _messages, ...silent } = contact;
  const stored = (aggregate: typeof contact): BatchHandler =>
    handledBy(async (tx, commands) => runCommands(tx, aggregate, await lock(tx, commands)));
  const commands = new ContactCommandHandler(config);
  return {
    databaseUrl: config.WORKER_DATABASE_URL,
    lean,
    locks: (async (data, context) => {
      await locking(data, context);
      await lean(data, context);
    }) satisfies BatchHandler,
    append: stored({ ...silent, projectors: [] }),
    rows: stored(silent),
    all: handledBy((tx, items) => commands.handle(tx, items)),
  };
}
