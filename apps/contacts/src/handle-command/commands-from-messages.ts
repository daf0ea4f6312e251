import { metadataOf, type EventMetadata } from '@ci/event-store';
import type { ReceivedMessage } from '@ci/messaging';
import type { ContactCommand } from '../contact/contact.commands.ts';

/** A command for the contact with the email address; without an address, for the contact that has the call, if there is one. */
export interface AddressedCommand {
  readonly workspaceId: string;
  readonly email: string | null;
  readonly command: ContactCommand;
  readonly metadata: EventMetadata;
}

/** Reads each message's data as a command for the contact with its address. */
export function commandsFrom<Data extends { readonly prospect: { readonly email: string | null } }>(
  messages: readonly ReceivedMessage[],
  data: readonly Data[],
  commandOf: (data: Data) => ContactCommand,
): AddressedCommand[] {
  return messages.flatMap((message, index) => {
    const one = data[index];
    if (one === undefined) return [];
    const { workspaceId } = message;
    return [{ workspaceId, email: one.prospect.email, command: commandOf(one), metadata: metadataOf(message) }];
  });
}
