import type { ReceivedMessage } from '@ci/messaging';
import type { ContactCommand } from '../contact/contact.commands.ts';

/** What a message says about a prospect. Without an e-mail address it concerns the contact that has its call, if there is one. */
export interface ContactNews {
  readonly message: Pick<ReceivedMessage, 'id' | 'workspaceId' | 'traceparent'>;
  readonly email: string | null;
  readonly command: ContactCommand;
}

/** Reads each message's data as a command for the contact with this address. */
export function newsOf<Data extends { readonly prospect: { readonly email: string | null } }>(
  messages: readonly ReceivedMessage[],
  data: readonly Data[],
  commandOf: (data: Data) => ContactCommand,
): ContactNews[] {
  return messages.flatMap((message, index) => {
    const one = data[index];
    return one ? [{ message, email: one.prospect.email, command: commandOf(one) }] : [];
  });
}
