import { CreateCallSchema } from '@ci/contracts';
import { ApiAnswer, ApiErrors, ApiJsonBody, QueryOf, sendAnswer } from '@ci/http';
import { CurrentCaller, type Caller, WriteScopeGuard } from '@ci/security';
import { Controller, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { draftCall } from './call-draft.ts';
import { createCallExample, recordedCallLinks, recordedOrPreview } from './record-call.docs.ts';
import { readCreateCall } from './create-call-body.ts';
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
  @ApiJsonBody(CreateCallSchema, { example: createCallExample })
  @ApiAnswer(201, 'CallDetail', 'The call was recorded; `Location` says where it is.', {
    links: recordedCallLinks,
    headers: ['Location'],
  })
  @ApiAnswer(200, recordedOrPreview, 'The same call was recorded before, or with `dry_run` what would be recorded.', {
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
    @QueryOf(RecordCallQuery) query: RecordCallQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const draft = draftCall(readCreateCall(request.body), caller.workspace);
    await sendAnswer(
      reply,
      await this.#handler.answer({ request, caller, draft, dryRun: query.dry_run, report: null }),
    );
  }
}
