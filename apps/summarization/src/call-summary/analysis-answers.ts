import { DomainError } from '@ci/domain';
import type { Caller } from '@ci/security';
import { Inject, Injectable } from '@nestjs/common';
import type { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { AnalysisRow } from './analysis.entity.ts';
import { LONGEST_WAIT_SECONDS, preferredWaitSeconds } from './preferred-wait.ts';
import { SummaryWaiters, type AwaitedCall } from './summary-waiters.ts';
import { isKnownElsewhere, isVisible, unknownCall } from './unknown-call.ts';

const RETRY_AFTER_SECONDS = '2';

/** For operations that answer from `AnalysisAnswers`. */
export const waits = {
  name: 'Prefer',
  required: false,
  description: `\`wait=N\` holds the request for up to N seconds, at most ${LONGEST_WAIT_SECONDS}, until the result is ready.`,
  example: `wait=${LONGEST_WAIT_SECONDS}`,
} as const satisfies Parameters<typeof ApiHeader>[0];

/** Who asks, and how: the answer may be late. */
export interface Asked {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What an analysis found, as JSON. */
export interface AnalysisAnswer {
  readonly summary: string;
  /** null: the analysis is older than the criteria. */
  readonly coaching: string | null;
}

/** What the newest analysis of a call found, or why there is nothing: the same rules for all that comes with a summary. */
@Injectable()
export class AnalysisAnswers {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SummaryWaiters) private readonly waiters: SummaryWaiters,
  ) {}

  /** Throws the error for the client where there is none (yet). */
  async newest(callId: string, { caller, request, reply }: Asked): Promise<AnalysisAnswer> {
    const find = () =>
      this.dataSource.getRepository(AnalysisRow).findOneBy({ callId, workspaceId: caller.workspace.id });
    const row = await find();
    if (row === null ? !isKnownElsewhere(request) : !isVisible(row, caller, request)) throw unknownCall();
    if (!isPending(row)) return foundIn(row);
    if (!(await this.#held({ callId, known: row !== null }, request, reply))) return foundIn(row);
    const newest = await find();
    // It was here and is gone: deleted while we waited.
    if (newest === null && row !== null) throw unknownCall();
    return foundIn(newest);
  }

  /** Whether the request was held open: then there may be another answer now. */
  async #held(call: AwaitedCall, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const seconds = preferredWaitSeconds(request.headers['prefer']);
    if (seconds === undefined) return false;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const held = await this.waiters.wait(call, seconds * 1_000, gone.signal);
    if (held) reply.header('preference-applied', `wait=${seconds}`);
    return held;
  }
}

function isPending(row: AnalysisRow | null): boolean {
  return row === null || (row.summary === null && row.status !== 'failed');
}

function foundIn(row: AnalysisRow | null): AnalysisAnswer {
  if (row !== null && row.summary !== null) return { summary: row.summary, coaching: row.coaching };
  if (row?.status === 'failed') throw new DomainError('summary_unavailable');
  throw new DomainError('summary_not_ready', undefined, { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}
