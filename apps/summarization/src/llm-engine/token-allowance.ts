import { WORKER_DATA_SOURCE } from '@ci/database';
import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { reserve, settle } from './token-allowance.sql.ts';

/** Tokens that were set aside for one request. */
export interface Reservation {
  readonly workspaceId: string;
  /** The day (UTC) that they count for, also when the answer comes on the next one. */
  readonly day: string;
  readonly tokens: number;
}

export interface Wanted {
  readonly tokens: number;
  /** What the same analysis will want after this: without room for all of it, nothing is begun. */
  readonly ahead: number;
  readonly cap: number;
}

/**
 * What each workspace has used of its day. Tokens are set aside before a request and corrected after it; what is never settled, because an
 * instance was killed or a connection broke, stays counted. One statement on one row: right across any number of instances.
 */
@Injectable()
export class TokenAllowance {
  constructor(@Inject(WORKER_DATA_SOURCE) private readonly dataSource: DataSource) {}

  /** Undefined when the cap does not leave that much. */
  async reserve(workspaceId: string, { tokens, ahead, cap }: Wanted): Promise<Reservation | undefined> {
    if (tokens + ahead > cap) return undefined;
    const rows = await this.dataSource.query<{ day: string }[]>(reserve, [workspaceId, tokens, cap - ahead]);
    const [row] = rows;
    return row === undefined ? undefined : { workspaceId, day: row.day, tokens };
  }

  /** What the request really took. */
  async settle({ workspaceId, day, tokens }: Reservation, taken: number): Promise<void> {
    await this.dataSource.query(settle, [workspaceId, day, taken - tokens]);
  }
}
