import { CallDetailSchema, CreateCallSchema, RecordedCallSchema, type CreateCall } from '@ci/contracts';
import { ApiAnswer, ApiErrors, BodyOf, QueryOf, linksTo, sendAnswer } from '@ci/http';
import { CurrentCaller, type Caller, WriteScopeGuard } from '@ci/security';
import { Controller, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callOperations } from '../call-list/call-operations.ts';
import { draftCall } from './call-draft.ts';
import { problemsOfCall } from './problems-of-call.ts';
import { RecordCallHandler } from './record-call.command-handler.ts';
import { RecordCallQuery } from './record-call.dto.ts';

@ApiTags('Calls')
@Controller('v1/calls')
@UseGuards(WriteScopeGuard)
export class RecordCallController {
  readonly #handler: RecordCallHandler;

  constructor(@Inject(RecordCallHandler) handler: RecordCallHandler) {
    this.#handler = handler;
  }

  @Post()
  @ApiOperation({ operationId: 'recordCall', summary: 'Record an ended call' })
  @ApiAnswer(201, CallDetailSchema, 'The call was recorded; `Location` says where it is.', {
    links: linksTo('/id', ...callOperations),
    headers: ['Location'],
  })
  @ApiAnswer(200, RecordedCallSchema, 'The same call was recorded before, or with `dry_run` what would be recorded.', {
    headers: ['Location'],
  })
  @ApiErrors(
    'invalid_request',
    'unauthorized',
    'insufficient_scope',
    'not_found',
    'conflict',
    'payload_too_large',
    'unsupported_media_type',
    'idempotency_key_reused',
    'rate_limited',
  )
  async record(
    @BodyOf(CreateCallSchema, { further: problemsOfCall }) body: CreateCall,
    @QueryOf(RecordCallQuery) query: RecordCallQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const draft = draftCall(body, caller.workspace);
    await sendAnswer(
      reply,
      await this.#handler.answer({ request, caller, draft, dryRun: query.dry_run, report: null }),
    );
  }
}
