import { createHmac } from 'node:crypto';
import { afterCommit, executeCommand, lockStream } from '@ci/event-store';
import { enqueue, OutboxRelay, type ReceivedMessage } from '@ci/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type ContactsConfig } from '../config.ts';
import type { ContactCommand } from '../contact/contact.commands.ts';
import { contactDecider } from '../contact/contact.decider.ts';
import { contactEvents } from '../contact/contact.events.ts';
import { contactStream, type IdentityHash } from '../contact/contact-stream.ts';
import { projectContactRows } from '../contact-rows/contact-rows.projector.ts';
import { contactCreatedMessages } from './contact-created.message.ts';

/** Runs one command against one contact, in the transaction of the message that led to it. */
@Injectable()
export class ContactCommandHandler {
  readonly #hash: IdentityHash;

  constructor(
    @Inject(CONFIG) config: ContactsConfig,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
  ) {
    const [key] = config.CONTACT_IDENTITY_KEYS;
    this.#hash = (text) => createHmac('sha256', key.secret).update(text).digest('base64url');
  }

  /** A message about a prospect without an e-mail address concerns no contact. */
  async handle(tx: EntityManager, message: ReceivedMessage, email: string | null, command: ContactCommand) {
    if (email === null) return;
    const stream = contactStream(message.workspaceId, email, this.#hash);
    // One prospect may be in many calls at once: their messages queue here instead of conflicting.
    await lockStream(tx, stream.id);
    await executeCommand({
      tx,
      stream,
      decider: contactDecider,
      catalogue: contactEvents,
      command,
      metadata: { causationId: message.id, ...(message.traceparent ? { traceparent: message.traceparent } : {}) },
      projectors: [projectContactRows],
      publish: async (_tx, events, state) => {
        const messages = contactCreatedMessages(stream.workspaceId, events, state);
        if (messages.length === 0) return;
        await enqueue(tx, '/contacts', messages);
        afterCommit(tx, () => this.relay.wake());
      },
    });
  }
}
