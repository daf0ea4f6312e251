import { inTransaction } from '@ci/database';
import {
  WebhookRecoveryPreviewSchema,
  WebhookRecoverySchema,
  RecoverWebhookSchema,
  type RecoverWebhook,
} from '@ci/contracts';
import { DomainError, invalidRequest } from '@ci/domain';
import { afterCommit } from '@ci/event-store';
import {
  ApiAnswer,
  ApiErrors,
  BodyOf,
  Idempotency,
  idempotencyKeyOf,
  QueryOf,
  sendAnswer,
  type HttpAnswer,
} from '@ci/http';
import { newId } from '@ci/ids';
import { CurrentCaller, type Caller } from '@ci/security';
import { instantOf, timestamp } from '@ci/validation';
import { Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import { assertActive, holdEndpoint, type WebhookRef } from '../endpoints/endpoint-locks.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { countNotArrived, type Period } from './not-arrived.ts';
import { recoveryLinks, RecoverQuery } from './recover.dto.ts';
import { RecoveryWorker } from './recovery-worker.ts';
import { insertRecovery } from './recoveries.sql.ts';
import { findRecovery } from './recovery.query.ts';

@ReadWriteController('v1/webhooks')
export class RecoverController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(RecoveryWorker) private readonly worker: RecoveryWorker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post(':id/recover')
  @ApiOperation({
    operationId: 'recoverWebhook',
    summary: 'Send everything again that has not arrived since a time',
  })
  @ApiAnswer(202, WebhookRecoverySchema, 'The job that sends them; `Location` says where its progress is.', {
    links: recoveryLinks,
    headers: ['Location'],
  })
  @ApiAnswer(200, WebhookRecoveryPreviewSchema, 'With `dry_run`: what would be sent.')
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'unsupported_media_type',
    'payload_too_large',
    'idempotency_key_reused',
    'rate_limited',
  )
  async recover(
    @CurrentCaller() caller: Caller,
    @Param('id') webhookId: string,
    @QueryOf(RecoverQuery) { dry_run: dryRun }: RecoverQuery,
    @BodyOf(RecoverWebhookSchema) body: RecoverWebhook,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // No key is kept when no recovery begins; an invalid key is refused in any case.
    idempotencyKeyOf(request);
    const now = this.clock();
    const period = periodOf(body, now);
    const webhook = { webhookId, workspaceId: caller.workspace.id };
    const answer = dryRun
      ? await inTransaction(this.dataSource, (tx) => preview(tx, webhook, period))
      : await this.idempotency.run(request, caller, (tx) => this.#begin(tx, webhook, period, now));
    await sendAnswer(reply, answer);
  }

  async #begin(tx: EntityManager, webhook: WebhookRef, { since, until }: Period, now: Date): Promise<HttpAnswer> {
    const { webhookId, workspaceId } = webhook;
    assertActive(await holdEndpoint(tx, webhook));
    const id = newId('rec');
    const total = await countNotArrived(tx, webhookId, { since, until });
    const begun = await tx.query<unknown[]>(insertRecovery, [id, workspaceId, webhookId, since, until, total, now]);
    if (begun.length === 0) {
      throw new DomainError('conflict', 'A recovery of this webhook is running; wait for its end or cancel it.');
    }
    afterCommit(tx, () => this.worker.wake());
    const location = `/v1/webhooks/${webhookId}/recoveries/${id}`;
    return { status: 202, headers: { location }, body: await findRecovery(tx, { id, webhookId, workspaceId }) };
  }
}

async function preview(tx: EntityManager, webhook: WebhookRef, period: Period): Promise<HttpAnswer> {
  await holdEndpoint(tx, webhook);
  const total = await countNotArrived(tx, webhook.webhookId, period);
  const { since, until } = period;
  const body = { webhook_id: webhook.webhookId, since: timestamp(since), until: timestamp(until), total };
  return { status: 200, body };
}

/** What is still to come is not waited for: a later `until` means now. */
function periodOf(body: RecoverWebhook, now: Date): Period {
  const since = instantOf(body.since);
  const until = typeof body.until === 'string' ? instantOf(body.until) : now;
  const end = until.getTime() < now.getTime() ? until : now;
  if (since.getTime() <= end.getTime()) return { since, until: end };
  const message = end === now ? 'must not lie in the future' : 'must not be after until';
  throw invalidRequest([{ field: 'since', message }]);
}
