import { ApiError } from '@ci/client/browser';
import type {
  AcceptInvitation,
  ChangeOwnAccount,
  ChangePassword,
  ChangeRole,
  ChangeWorkspace,
  ConsoleKeyList,
  ConsoleWorkspace,
  CreatedConsoleKey,
  CreatedInvitation,
  CreateInvitation,
  CreateKey,
  FoundInvitation,
  InvitationList,
  LookUpInvitation,
  Member,
  MemberList,
  SessionAnswer,
  SignIn,
} from '@ci/contracts/console';
import { csrfHeader } from './csrf.ts';

/** The console's own API (`/console/api`). Everything here throws ApiError. */
export const consoleApi = {
  session: (signal: AbortSignal) => ask<SessionAnswer>('GET', '/session', { signal }),
  signIn: (body: SignIn) => ask<SessionAnswer>('POST', '/session', { body }),
  signOut: () => ask<undefined>('DELETE', '/session'),
  signOutEverywhere: () => ask<undefined>('DELETE', '/sessions'),

  lookUpInvitation: (body: LookUpInvitation) => ask<FoundInvitation>('POST', '/invitations/look-up', { body }),
  acceptInvitation: (body: AcceptInvitation) => ask<SessionAnswer>('POST', '/invitations/accept', { body }),
  invitations: (signal: AbortSignal) => ask<InvitationList>('GET', '/invitations', { signal }),
  invite: (body: CreateInvitation) => ask<CreatedInvitation>('POST', '/invitations', { body }),
  withdrawInvitation: (id: string) => ask<undefined>('DELETE', `/invitations/${encodeURIComponent(id)}`),

  members: (signal: AbortSignal) => ask<MemberList>('GET', '/members', { signal }),
  changeRole: (id: string, body: ChangeRole) => ask<Member>('PATCH', `/members/${encodeURIComponent(id)}`, { body }),
  removeMember: (id: string) => ask<undefined>('DELETE', `/members/${encodeURIComponent(id)}`),

  changeOwnAccount: (body: ChangeOwnAccount) => ask<Member>('PATCH', '/member', { body }),
  changePassword: (body: ChangePassword) => ask<undefined>('PUT', '/member/password', { body }),

  keys: (signal: AbortSignal) => ask<ConsoleKeyList>('GET', '/keys', { signal }),
  createKey: (body: CreateKey) => ask<CreatedConsoleKey>('POST', '/keys', { body }),
  deleteKey: (id: string) => ask<undefined>('DELETE', `/keys/${encodeURIComponent(id)}`),

  changeWorkspace: (body: ChangeWorkspace) => ask<ConsoleWorkspace>('PATCH', '/workspace', { body }),
};

async function ask<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch(`/console/api${path}`, {
    method,
    headers: { ...csrfHeader(method), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  const answer = response.status === 204 ? undefined : await jsonOf(response);
  if (!response.ok) throw new ApiError(response.status, answer, response.headers);
  return answer as Answer;
}

/** Undefined for what is not JSON: something between the browser and the gateway answered in its own words. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
