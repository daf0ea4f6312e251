import {
  CreatedWebhookEndpointSchema,
  RegisterWebhookSchema,
  type CreatedWebhookEndpoint,
  type RegisterWebhook,
} from '@ci/contracts';
import { DomainError } from '@ci/domain';
import { metadataOf, runCommand, streamOf } from '@ci/event-store';
import { ApiAnswer, ApiErrors, BodyOf, Idempotency, NoQuery, QueryOf, sendAnswer, linksTo } from '@ci/http';
import { newId } from '@ci/ids';
import { CurrentCaller, encryptSecret, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../clock.ts';
import type { WebhooksConfig } from '../config.ts';
import { webhook } from '../webhook.aggregate.ts';
import { URL_PROBLEMS } from '../injection-tokens.ts';
import { ReadWriteController } from '../read-write.controller.ts';
import { newSecret } from '../deliveries/send/signature.ts';
import { findEndpoint } from '../webhook-list/endpoint.query.ts';
import { registrationOf, type EndpointFields } from '../endpoints/endpoint-fields.ts';
import { webhookOperations } from '../endpoints/endpoint-operations.ts';

const MAX_ENDPOINTS = 20;

@ReadWriteController('v1/webhooks')
export class RegisterWebhookController {
  constructor(
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: WebhooksConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'createWebhook', summary: 'Register a webhook endpoint' })
  @ApiAnswer(
    201,
    CreatedWebhookEndpointSchema,
    'The endpoint with its signing secret, which is shown in this answer only.',
    {
      links: linksTo('/id', ...webhookOperations),
      headers: ['Location'],
    },
  )
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'conflict',
    'webhook_limit_reached',
    'unsupported_media_type',
    'payload_too_large',
    'idempotency_key_reused',
    'rate_limited',
  )
  async register(
    @CurrentCaller() caller: Caller,
    @BodyOf(RegisterWebhookSchema, { further: URL_PROBLEMS }) body: RegisterWebhook,
    @QueryOf(NoQuery) _query: NoQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const fields = registrationOf(body);
    const answer = await this.idempotency.run(
      request,
      caller,
      async (tx) => {
        const created = await this.#create(tx, fields, caller, request);
        return { status: 201, headers: { location: `/v1/webhooks/${created.id}` }, body: created };
      },
      { secret: true },
    );
    await sendAnswer(reply, answer);
  }

  async #create(
    tx: EntityManager,
    fields: EndpointFields,
    caller: Caller,
    request: FastifyRequest,
  ): Promise<CreatedWebhookEndpoint> {
    const workspaceId = caller.workspace.id;
    await assertRoom(tx, workspaceId);
    const webhookId = newId('whk');
    const secret = newSecret();
    const command = { type: 'RegisterWebhook', ...fields, at: this.clock().toISOString() } as const;
    await runCommand(tx, webhook, {
      stream: streamOf(webhook, workspaceId, webhookId),
      command,
      metadata: metadataOf(caller, request),
    });
    await tx.query(`INSERT INTO webhook_secrets (webhook_id, workspace_id, secret) VALUES ($1, $2, $3)`, [
      webhookId,
      workspaceId,
      encryptSecret(secret, this.config.ENCRYPTION_KEYS, webhookId),
    ]);
    const endpoint = await findEndpoint(tx, workspaceId, webhookId);
    if (endpoint === undefined) throw new Error('a webhook that was just registered is not there');
    return { ...endpoint, secret };
  }
}

/** One registration of a workspace after the other: two at the same time would both see the last free place. */
async function assertRoom(tx: EntityManager, workspaceId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '/registrations/' || $1, 0))`, [
    workspaceId,
  ]);
  const [row] = await tx.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM webhook_endpoints WHERE workspace_id = $1`,
    [workspaceId],
  );
  if ((row?.count ?? 0) >= MAX_ENDPOINTS) {
    throw new DomainError('webhook_limit_reached', `A workspace may have ${MAX_ENDPOINTS} webhook endpoints.`);
  }
}
