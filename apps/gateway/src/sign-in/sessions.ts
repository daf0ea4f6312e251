import type { DataSource } from 'typeorm';
import type { Identity } from '../authenticate/identity.ts';
import { roleOf, type MemberRole, type RecordedRole } from '../member/member.events.ts';
import { looksLikeToken, tokenHash } from './session-token.ts';

/** Who is signed in: a caller like a key, and what the console shows of them. */
export interface MemberSession extends Identity {
  readonly token: string;
  readonly member: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: MemberRole;
    readonly repIds: readonly string[];
  };
  readonly workspace: Identity['workspace'] & { readonly name: string };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When a session expires. */
export const sessionLimits = { idleMs: 12 * HOUR_MS, absoluteMs: 30 * 24 * HOUR_MS } as const;

/** How exactly it is known when a session was last used. */
const USE_MS = MINUTE_MS;

/**
 * Finds sessions. Each request asks the database: people ask seldom, and so a session that was ended, a member who was removed and a role
 * that was changed count at once on every instance.
 */
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async find(token: string | undefined): Promise<MemberSession | undefined> {
    if (token === undefined || !looksLikeToken(token)) return undefined;
    const now = this.now();
    const [hash, earliestUse, earliestStart] = [tokenHash(token), ...earliestOf(now)];
    const [row] = await this.dataSource.query<SessionRow[]>(findSession, [hash, earliestUse, earliestStart]);
    if (row === undefined) return undefined;
    if (now.getTime() - row.used_at.getTime() >= USE_MS)
      await this.dataSource.query(`UPDATE member_sessions SET used_at = greatest(used_at, $2) WHERE hash = $1`, [
        hash,
        now,
      ]);
    const { id, name, email, rep_ids: repIds, workspace_id, workspace_name, timezone, domains } = row;
    const role = roleOf(row.role);
    return {
      id,
      scope: role === 'reader' ? 'read-only' : 'read-write',
      workspace: { id: workspace_id, name: workspace_name, timezone, domains },
      member: { id, name, email: email ?? '', role, repIds },
      token,
    };
  }
}

/** Sessions that were used or begun before these have ended. */
export function earliestOf(now: Date): [use: Date, start: Date] {
  return [new Date(now.getTime() - sessionLimits.idleMs), new Date(now.getTime() - sessionLimits.absoluteMs)];
}

interface SessionRow {
  readonly used_at: Date;
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: RecordedRole;
  readonly rep_ids: readonly string[];
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly timezone: string;
  readonly domains: readonly string[];
}

const findSession = `
  SELECT s.used_at, m.id, m.name, m.email, m.role, m.rep_ids, m.workspace_id, w.name AS workspace_name, w.timezone, w.domains
    FROM member_sessions s JOIN members m ON m.id = s.member_id JOIN workspaces w ON w.id = m.workspace_id
   WHERE s.hash = $1 AND s.used_at > $2 AND s.created_at > $3 AND m.removed_at IS NULL`;
