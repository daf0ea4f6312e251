import type { SessionAnswer } from '@ci/contracts/console';
import type { DataSource } from 'typeorm';
import { createInvitation } from '../src/commands/invitations.ts';
import { operatorDatabase } from '../src/operate/operator.ts';
import type { MemberRole } from '../src/member/member.events.ts';
import { workspaceOf, type RunningGateway } from './running-gateway.ts';

export const password = 'correct horse battery';

/** A browser at the console: keeps its cookie, and sends the session's token with what changes something. */
export class ConsoleClient {
  cookie: string | undefined;
  csrf: string | undefined;

  constructor(
    readonly gateway: RunningGateway,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async ask(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const answer = await this.gateway.request(method, `/console/api/${path}`, {
      headers: {
        ...(this.cookie === undefined ? {} : { cookie: `__Host-session=${this.cookie}` }),
        ...(this.csrf === undefined ? {} : { 'x-csrf-token': this.csrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const value = /^__Host-session=([^;]*)/.exec(line)?.[1];
      if (value !== undefined) this.cookie = value === '' ? undefined : value;
    }
    return answer;
  }

  async status(...asked: Parameters<ConsoleClient['ask']>): Promise<number> {
    return (await this.ask(...asked)).status;
  }

  async json<T>(...asked: Parameters<ConsoleClient['ask']>): Promise<T> {
    return (await (await this.ask(...asked)).json()) as T;
  }

  async code(...asked: Parameters<ConsoleClient['ask']>): Promise<string> {
    return (await this.json<{ error: { code: string } }>(...asked)).error.code;
  }

  async signIn(email: string, secret = password): Promise<number> {
    return this.#begun(await this.ask('POST', 'session', { email, password: secret }));
  }

  async accept(token: string, email: string, name = 'Ana'): Promise<number> {
    return this.#begun(await this.ask('POST', 'invitations/accept', { token, name, email, password }));
  }

  /** Another browser of the same person. */
  copy(): ConsoleClient {
    const copy = new ConsoleClient(this.gateway, this.headers);
    [copy.cookie, copy.csrf] = [this.cookie, this.csrf];
    return copy;
  }

  async #begun(answer: Response): Promise<number> {
    if (answer.status === 201) this.csrf = ((await answer.json()) as SessionAnswer).session?.csrf_token;
    return answer.status;
  }
}

interface NewMember {
  readonly workspace: string;
  readonly role: MemberRole;
  readonly repIds?: readonly string[];
  readonly email: string;
}

/** A member who accepted an operator's invitation, signed in. The workspace is made if it is not there. */
export async function newMember(
  gateway: RunningGateway,
  dataSource: DataSource,
  { workspace, role, repIds, email }: NewMember,
): Promise<ConsoleClient> {
  const client = new ConsoleClient(gateway);
  const status = await client.accept(await invitationToken(dataSource, workspace, role, repIds), email);
  if (status !== 201) throw new Error(`the invitation was answered with ${status}`);
  return client;
}

export async function invitationToken(
  dataSource: DataSource,
  workspace: string,
  role: MemberRole,
  repIds: readonly string[] = [],
): Promise<string> {
  const { id } = await workspaceOf(dataSource, workspace);
  return (await createInvitation(operatorDatabase(dataSource), id, { role, repIds }, null)).token;
}
