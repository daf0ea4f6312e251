import { DomainError } from '@ci/domain';
import type { DataSource } from 'typeorm';
import { hashPassword, isOutdatedHash, isPassword } from './passwords.ts';
import { newToken, tokenHash } from './session-token.ts';
import { earliestOf } from './sessions.ts';

/** Begins and ends sessions. Works across workspaces: before sign-in the user's workspace is not known. */
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** The token of a new session. A wrong password and an unknown address have the same answer, after the same work. */
  async signIn(email: string, password: string): Promise<string> {
    const [row] = await this.dataSource.query<PasswordRow[]>(findPassword, [email]);
    if (!(await isPassword(password, row?.hash)) || row === undefined) throw wrong();
    const session = await this.begin(row.memberId, row.hash);
    if (isOutdatedHash(row.hash)) await this.#rehash(row, password).catch(unlessBusy);
    return session;
  }

  /** Always a new token: one that an attacker put into the browser beforehand is not valid afterwards. */
  async begin(memberId: string, passwordHash: string): Promise<string> {
    const token = newToken();
    const now = this.now();
    const begun = await this.dataSource.query<unknown[]>(insertSession, [
      tokenHash(token),
      memberId,
      passwordHash,
      now,
    ]);
    if (begun.length === 0) throw wrong();
    // Expired sessions go with the next sign-in: nothing else limits the table.
    await this.dataSource.query(`DELETE FROM member_sessions WHERE used_at <= $1 OR created_at <= $2`, earliestOf(now));
    return token;
  }

  async end(token: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM member_sessions WHERE hash = $1`, [tokenHash(token)]);
  }

  async endAll(memberId: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM member_sessions WHERE member_id = $1`, [memberId]);
  }

  /** Whether this is the member's password. */
  async isPasswordOf(memberId: string, password: string): Promise<boolean> {
    const [row] = await this.dataSource.query<{ hash: string }[]>(
      `SELECT hash FROM member_passwords WHERE member_id = $1`,
      [memberId],
    );
    return isPassword(password, row?.hash);
  }

  /** Not over a password that was changed meanwhile. */
  async #rehash({ memberId, hash }: PasswordRow, password: string): Promise<void> {
    await this.dataSource.query(`UPDATE member_passwords SET hash = $3 WHERE member_id = $1 AND hash = $2`, [
      memberId,
      hash,
      await hashPassword(password),
    ]);
  }
}

/** A hash that could not be replaced is replaced at the next sign-in. */
function unlessBusy(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'unavailable')) throw error;
}

interface PasswordRow {
  readonly memberId: string;
  readonly hash: string;
}

function wrong(): DomainError {
  return new DomainError('unauthorized', 'The email address or the password is wrong.');
}

const findPassword = `
  SELECT m.id AS "memberId", p.hash FROM members m JOIN member_passwords p ON p.member_id = m.id WHERE m.email = $1`;

// Not when the password was changed, or the member removed, while the password was looked at: either would end all sessions but this one.
// FOR SHARE waits for a change that is under way, and lets one that comes wait.
const insertSession = `
  INSERT INTO member_sessions (hash, workspace_id, member_id, created_at, used_at)
  SELECT $1, workspace_id, member_id, $4, $4 FROM member_passwords WHERE member_id = $2 AND hash = $3 FOR SHARE
  RETURNING member_id`;
