import { metadataOf } from '@ci/event-store';
import type { DataSource } from 'typeorm';
import { commandHandlers, type CommandHandlers } from '../handle-command/command-handlers.ts';
import type { AskedByMember } from './console-endpoint.ts';

/** The command handlers for a request of a member. */
export function memberHandlers(worker: DataSource, { session, request }: AskedByMember): CommandHandlers {
  return commandHandlers(worker, metadataOf({ actor: session.member.id }, request));
}
