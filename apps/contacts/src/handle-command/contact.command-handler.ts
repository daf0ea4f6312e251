import { createHmac, createSecretKey } from 'node:crypto';
import type { StreamRef } from '@ci/domain';
import { lockStreams, runCommands, type CommandItem, type EventMetadata } from '@ci/event-store';
import { sentTogether } from '@ci/database';
import { CONFIG } from '@ci/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ContactsConfig } from '../config.ts';
import type { ContactCommand } from '../contact/contact.commands.ts';
import { contactStream, type IdentityHash } from '../contact/contact-stream.ts';
import { deletedAmong, lockCalls, noteDeleted, type CallRef } from './deleted-calls.ts';
import type { AddressedCommand } from './commands-from-messages.ts';
import { contact } from '../contact.aggregate.ts';

/** Runs the commands that messages led to, in their transaction and in their order. */
@Injectable()
export class ContactCommandHandler {
  readonly #hash: IdentityHash;

  constructor(@Inject(CONFIG) config: ContactsConfig) {
    const [key] = config.CONTACT_IDENTITY_KEYS;
    // Bytes would become a key again with each text, which takes five times as long as the hash itself.
    const secret = createSecretKey(key.secret);
    this.#hash = (text) => createHmac('sha256', secret).update(text).digest('base64url');
  }

  async handle(tx: EntityManager, commands: readonly AddressedCommand[]): Promise<void> {
    const streams = await streamsOfCalls(
      tx,
      commands.filter(({ email }) => email === null),
    );
    const items = commands.flatMap((one) => this.#itemOf(one, streams));
    if (items.length === 0) return;
    const joining = items.filter(({ command }) => command.type === 'JoinCall').map(callOf);
    // One prospect may be in many calls at once: their messages queue here instead of conflicting.
    const [callIds, streamIds] = [joining.map(({ callId }) => callId), items.map(({ stream }) => stream.id)];
    const [, , deleted] = await sentTogether(
      lockCalls(tx, 'together', callIds),
      lockStreams(tx, streamIds),
      deletedAmong(tx, joining),
    );
    await runCommands(
      tx,
      contact,
      items.filter(({ command }) => command.type !== 'JoinCall' || !deleted.has(command.callId)),
    );
  }

  /** A call leaves the history of its contact, and joins none that it has not joined yet. */
  async forgetCall(tx: EntityManager, { workspaceId, callId }: CallRef, metadata: EventMetadata): Promise<void> {
    await lockCalls(tx, 'alone', [callId]);
    await noteDeleted(tx, { workspaceId, callId });
    await this.handle(tx, [{ workspaceId, email: null, command: { type: 'LeaveCall', callId }, metadata }]);
  }

  #itemOf(one: AddressedCommand, streams: ReadonlyMap<AddressedCommand, StreamRef>): CommandItem<ContactCommand>[] {
    const { workspaceId, email, command, metadata } = one;
    const stream = email === null ? streams.get(one) : contactStream(workspaceId, email, this.#hash);
    return stream === undefined ? [] : [{ stream, command, metadata }];
  }
}

function callOf({ stream, command }: CommandItem<ContactCommand>): CallRef {
  return { workspaceId: stream.workspaceId, callId: command.callId };
}

/** The contact that has the call of a command. A deletion that is sent again no longer knows the address. */
async function streamsOfCalls(
  tx: EntityManager,
  commands: readonly AddressedCommand[],
): Promise<ReadonlyMap<AddressedCommand, StreamRef>> {
  const leaving = commands.filter(({ command }) => command.type === 'LeaveCall');
  if (leaving.length === 0) return new Map();
  const callIds = leaving.map(({ command }) => command.callId);
  const [, rows] = await sentTogether(
    lockCalls(tx, 'alone', callIds),
    tx.query<{ readonly index: number; readonly stream_id: string }[]>(
      `SELECT (number - 1)::int AS index, stream_id
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS leaving (call_id, workspace_id, number)
       JOIN contact_calls USING (call_id) JOIN streams s USING (stream_id) WHERE s.workspace_id = leaving.workspace_id`,
      [callIds, leaving.map(({ workspaceId }) => workspaceId)],
    ),
  );
  return new Map(
    rows.flatMap(({ index, stream_id: id }) => {
      const command = leaving[index];
      return command === undefined ? [] : [[command, { type: 'contact', id, workspaceId: command.workspaceId }]];
    }),
  );
}
