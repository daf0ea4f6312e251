import { isConcurrencyConflict } from '@ci/database';
import type { ImportReport } from '@ci/contracts';
import { DomainError } from '@ci/domain';
import { metadataOf, runCommand, runFirstCommand } from '@ci/event-store';
import { Idempotency, idempotencyKeyOf, isKeyTaken, type HttpAnswer } from '@ci/http';
import { newId } from '@ci/ids';
import { visibleReps, type Caller } from '@ci/security';
import { sqlStateOf, UNIQUE_VIOLATION } from '@ci/errors';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataSource, type EntityManager } from 'typeorm';
import { locatedCallAnswer, recordedCallAnswer, recordedCallHead } from '../call-detail/call-answer.ts';
import { findCall, visibleCall } from '../call-detail/call-detail.query.ts';
import type { RecordCall } from '../call/call.commands.ts';
import { callStream, type CallRef } from '../call/call-stream.ts';
import { call } from '../call.aggregate.ts';
import type { CallDraft } from './call-draft.ts';
import { previewOf } from './call-preview.ts';
import { findSameCall, lockExternalId } from './external-id.ts';

export interface RecordRequest {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly draft: CallDraft;
  /** Say what would be recorded, and record nothing. */
  readonly dryRun: boolean;
  /** How the file was understood that the call came in; null for JSON. */
  readonly report: ImportReport | null;
  /** What an idempotency key is bound to where the body was read as a stream. */
  readonly fingerprint?: Uint8Array;
}

/** Records an ended call, once per external id and once per idempotency key. */
@Injectable()
export class RecordCallHandler {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
  ) {}

  async answer(recording: RecordRequest): Promise<HttpAnswer> {
    assertOwnCall(recording);
    if (recording.dryRun) return this.#preview(recording);
    const { request, caller } = recording;
    return (
      (await this.#recordAtOnce(recording)) ??
      (await this.idempotency.run(request, caller, (tx) => this.#record(tx, recording), {
        ...contentOf(recording),
        // A kept answer names the call: its content is kept in one place, from which it can be erased.
        rebuild: async (callId, tx) => (await findCall(tx, visibleCall(caller, callId)))?.json,
      }))
    );
  }

  /**
   * One round trip, two with an external id. Undefined: the call or its key is there already, or it is refused; a transaction finds out what
   * to answer.
   */
  async #recordAtOnce(recording: RecordRequest): Promise<HttpAnswer | undefined> {
    const { request, caller, draft } = recording;
    const workspaceId = caller.workspace.id;
    const { ref, command } = recordingOf(workspaceId, draft);
    const key = this.idempotency.rowWith(request, caller, recordedCallHead(ref), contentOf(recording));
    try {
      if ((await findSameCall(this.dataSource, workspaceId, draft)) !== undefined) return undefined;
      const item = { stream: callStream(ref), command, metadata: metadataOf(caller, request) };
      const recorded = await runFirstCommand(this.dataSource, call, item, key === undefined ? [] : [key]);
      return recordedCallAnswer(recorded, ref);
    } catch (error) {
      // A refusal is an answer that the key keeps. A unique violation: two requests with one external id, see `findSameCall`.
      if (error instanceof DomainError || isConcurrencyConflict(error) || isKeyTaken(error)) return undefined;
      if (sqlStateOf(error) === UNIQUE_VIOLATION) return undefined;
      throw error;
    }
  }

  async #record(tx: EntityManager, { request, caller, draft }: RecordRequest): Promise<HttpAnswer> {
    const workspaceId = caller.workspace.id;
    await lockExternalId(tx, workspaceId, draft);
    const sameId = await findSameCall(tx, workspaceId, draft);
    if (sameId !== undefined) return locatedCallAnswer(tx, { workspaceId, callId: sameId }, 200);
    const { ref, command } = recordingOf(workspaceId, draft);
    const item = { stream: callStream(ref), command, metadata: metadataOf(caller, request), isNew: true };
    return recordedCallAnswer((await runCommand(tx, call, item)).events, ref);
  }

  /** Nothing is kept under the idempotency key; an invalid key is refused in any case. */
  async #preview({ request, caller, draft, report }: RecordRequest): Promise<HttpAnswer> {
    idempotencyKeyOf(request);
    const workspaceId = caller.workspace.id;
    const sameId = await findSameCall(this.dataSource, workspaceId, draft);
    if (sameId === undefined) return { status: 200, body: previewOf(draft, report) };
    return locatedCallAnswer(this.dataSource, { workspaceId, callId: sameId }, 200);
  }
}

/** A rep records only their own calls: they could not read a call that they sent for another rep. */
function assertOwnCall({ caller, draft }: RecordRequest): void {
  const reps = visibleReps(caller);
  if (reps === undefined || reps.includes(draft.facts.rep_id)) return;
  const message =
    reps.length === 0
      ? 'No rep ID is linked to you yet. Ask an owner of the workspace to link yours.'
      : `You can record only your own calls. rep_id must be ${reps.join(' or ')}.`;
  throw new DomainError('insufficient_role', message, { param: 'rep_id' });
}

function contentOf({ fingerprint }: RecordRequest): { readonly content?: Uint8Array } {
  return fingerprint === undefined ? {} : { content: fingerprint };
}

function recordingOf(workspaceId: string, { facts, content }: CallDraft): { ref: CallRef; command: RecordCall } {
  const ref = { workspaceId, callId: newId('call') };
  return { ref, command: { type: 'RecordCall', facts: { call_id: ref.callId, ...facts }, content } };
}
