import type { StreamRef } from '@ci/domain';

/** Makes opaque ids of what identifies a person: the same input gives the same id, and no id gives its input. */
export type IdentityHash = (text: string) => string;

/** The one stream of a prospect in a workspace. E-mail addresses are equal in any case. */
export function contactStream(workspaceId: string, email: string, hash: IdentityHash): StreamRef {
  return { type: 'contact', id: `contact-${hash(`${workspaceId}\n${email.trim().toLowerCase()}`)}`, workspaceId };
}
