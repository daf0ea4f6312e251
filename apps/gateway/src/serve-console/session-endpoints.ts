import {
  AcceptInvitation,
  LookUpInvitation,
  SignIn as SignInBody,
  type FoundInvitation,
  type SessionAnswer,
} from '@ci/contracts/console';
import { DomainError } from '@ci/domain';
import { metadataOf } from '@ci/event-store';
import { timestamp } from '@ci/validation';
import type { DataSource } from 'typeorm';
import { WorkspaceRow } from '../workspace-rows/workspace.entity.ts';
import { commandHandlers } from '../handle-command/command-handlers.ts';
import type { RateLimits } from '../limit-rates/rate-limits.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { csrfTokenOf, tokenHash } from '../sign-in/session-token.ts';
import type { MemberSession, Sessions } from '../sign-in/sessions.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { bodyAs, type Asked, type ConsoleEndpoint } from './console-endpoint.ts';
import { checkedPassword } from './checked-password.ts';
import { shownMember } from './shown-member.ts';

export interface SigningIn {
  readonly worker: DataSource;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly limits: RateLimits;
}

/** Signing in and out, and becoming a member: what nobody has a session for. */
export function sessionEndpoints({ worker, sessions, signIn, limits }: SigningIn): readonly ConsoleEndpoint[] {
  const begun = async (token: string, previous: MemberSession | undefined) => {
    if (previous !== undefined) await signIn.end(previous.token);
    return { status: 201, body: answerOf(await sessions.find(token)), cookie: token } as const;
  };
  const invitationsOf = ({ request }: Asked) =>
    commandHandlers(worker, metadataOf({ actor: 'invitation' }, request)).invitations;

  return [
    {
      method: 'GET',
      path: 'session',
      who: 'anyone',
      answer: async ({ session }) => ({ status: 200, body: answerOf(session) }),
    },
    {
      method: 'POST',
      path: 'session',
      who: 'anyone',
      answer: async (asked) => {
        const { email, password } = bodyAs(SignInBody, asked);
        const refusal = await limits.countSignIn(asked.address, accountOf(email), asked.setHeader);
        const token = await signIn.signIn(email, password).catch((error: unknown) => {
          throw refusal !== undefined && isWrong(error) ? refusal : error;
        });
        return begun(token, asked.session);
      },
    },
    {
      method: 'DELETE',
      path: 'session',
      who: 'member',
      answer: async ({ session }) => {
        await signIn.end(session.token);
        return { status: 204, cookie: null };
      },
    },
    {
      method: 'DELETE',
      path: 'sessions',
      who: 'member',
      answer: async ({ session }) => {
        await signIn.endAll(session.member.id);
        return { status: 204, cookie: null };
      },
    },
    {
      method: 'POST',
      path: 'invitations/look-up',
      who: 'anyone',
      answer: async (asked) => {
        const { token } = bodyAs(LookUpInvitation, asked);
        const { workspaceId, role, expiresAt } = await countingFailures(limits, asked, () =>
          invitationsOf(asked).find(token),
        );
        const { name } = await worker.manager.findOneByOrFail(WorkspaceRow, { id: workspaceId });
        const body: FoundInvitation = { workspace_name: name, role, expires_at: timestamp(expiresAt) };
        return { status: 200, body };
      },
    },
    {
      method: 'POST',
      path: 'invitations/accept',
      who: 'anyone',
      answer: async (asked) => {
        const { token, name, email, password } = bodyAs(AcceptInvitation, asked);
        const invitations = invitationsOf(asked);
        // Before the work of a hash: only who holds a link may cause it, so often, and where it is of use.
        await countingFailures(limits, asked, () => invitations.find(token));
        await limits.countAcceptance(accountOf(token), asked.setHeader);
        checkedPassword(password, email);
        await invitations.assertAddressIsFree(email);
        const passwordHash = await hashPassword(password);
        const { memberId } = await invitations.accept(token, { name, email, passwordHash });
        return begun(await signIn.begin(memberId, passwordHash), asked.session);
      },
    },
  ];
}

function isWrong(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unauthorized';
}

function answerOf(session: MemberSession | undefined): SessionAnswer {
  if (session === undefined) return { session: null };
  const { workspace, token } = session;
  const { id, name, timezone, domains } = workspace;
  return {
    session: {
      member: shownMember(session.member),
      workspace: { id, name, timezone, domains: [...domains] },
      csrf_token: csrfTokenOf(token),
    },
  };
}

/** Of an address or a link: counts are kept by name in a table that holds nothing of persons and nothing secret. */
export function accountOf(text: string): string {
  return tokenHash(text).toString('base64url');
}

/** A link that leads nowhere counts for its address like a key that is none. */
async function countingFailures<T>(
  limits: RateLimits,
  { address, setHeader }: Asked,
  find: () => Promise<T>,
): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') await limits.countFailedKey(address, setHeader);
    throw error;
  }
}
