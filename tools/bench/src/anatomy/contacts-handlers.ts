import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { EventData } from '@ci/contracts';
import { sentTogether } from '@ci/database';
import type { DomainEvent, StreamRef } from '@ci/domain';
import { lockStreams, runCommands, type Aggregate, type CommandItem, type EventMetadata } from '@ci/event-store';
import type { BatchContext, BatchHandler } from '@ci/messaging';
import type { EntityManager } from 'typeorm';
import { compiled } from './compiled.ts';
import { leanParameters, statementAlone } from './consume-statements.ts';

interface Addressed {
  readonly workspaceId: string;
  readonly email: string;
  readonly command: { readonly callId: string };
  readonly metadata: EventMetadata;
}

type Commands = { handle(tx: EntityManager, commands: readonly Addressed[]): Promise<void> };
type Handler = new (commands: Commands) => { handle(data: unknown, context: BatchContext): Promise<void> };
type Item = CommandItem<Addressed['command']>;

/** Contacts' handler of `call.ended` and what of it can be left out, from the least on. */
export async function handlersOfContacts(config: object): Promise<Record<Step, BatchHandler>> {
  const { OnCallEnded } = await compiled<{ OnCallEnded: Handler }>('contacts', 'on-call-ended/on-call-ended.consumer');
  const { contact } = await compiled<{ contact: Aggregate<unknown, unknown, DomainEvent> }>(
    'contacts',
    'contact.aggregate',
  );
  const { ContactCommandHandler } = await compiled<{ ContactCommandHandler: new (config: object) => Commands }>(
    'contacts',
    'handle-command/contact.command-handler',
  );
  const items = await itemsOfContacts();
  const lock = await locksOfContacts();
  const { messages: _messages, ...silent } = contact;
  const aggregates = { append: { ...silent, projectors: [] }, rows: silent };
  /** The commands of a batch, handed to something else than contacts' own handler of commands. */
  const handled = (handle: Commands['handle']): BatchHandler => {
    const consumer = new OnCallEnded({ handle });
    return (data, context) => consumer.handle(data, context);
  };
  const run = (step: keyof typeof aggregates): BatchHandler =>
    handled(async (tx, commands) => {
      const all = items(commands);
      await lock(tx, all);
      await runCommands(tx, aggregates[step], all);
    });
  const locking = handled((tx, commands) => lock(tx, items(commands)));
  const commands = new ContactCommandHandler(config);
  return {
    lean,
    locks: async (data, context) => {
      await locking(data, context);
      await lean(data, context);
    },
    append: run('append'),
    rows: run('rows'),
    handler: handled((tx, all) => commands.handle(tx, all)),
  };
}

type Step = 'lean' | 'locks' | 'append' | 'rows' | 'handler';

function lean(data: readonly unknown[], { tx, messages }: BatchContext): Promise<unknown> {
  const ids = messages.map(({ id }) => id);
  return tx.query(statementAlone, leanParameters(ids, data as EventData<'call.ended'>[]));
}

async function itemsOfContacts(): Promise<(commands: readonly Addressed[]) => Item[]> {
  const { contactStream } = await compiled<{
    contactStream(workspaceId: string, email: string, hash: (text: string) => string): StreamRef;
  }>('contacts', 'contact/contact-stream');
  const key = createSecretKey(randomBytes(32));
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  return (commands) =>
    commands.map(({ workspaceId, email, command, metadata }) => {
      return { stream: contactStream(workspaceId, email, hash), command, metadata };
    });
}

/** As contacts' handler of commands begins. */
async function locksOfContacts(): Promise<(tx: EntityManager, items: readonly Item[]) => Promise<void>> {
  const { lockCalls, deletedAmong } = await compiled<{
    lockCalls(tx: EntityManager, how: 'together', callIds: readonly string[]): Promise<void>;
    deletedAmong(tx: EntityManager, calls: readonly object[]): Promise<unknown>;
  }>('contacts', 'handle-command/deleted-calls');
  return async (tx, items) => {
    const calls = items.map(({ stream, command }) => ({ workspaceId: stream.workspaceId, callId: command.callId }));
    const [callIds, streamIds] = [calls.map(({ callId }) => callId), items.map(({ stream }) => stream.id)];
    await sentTogether(lockCalls(tx, 'together', callIds), lockStreams(tx, streamIds), deletedAmong(tx, calls));
  };
}
