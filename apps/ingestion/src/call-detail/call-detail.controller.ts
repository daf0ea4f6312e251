import { CallDetailSchema } from '@ci/contracts';
import { notFound } from '@ci/domain';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf } from '@ci/http';
import { CurrentCaller, type Caller } from '@ci/security';
import { Controller, Get, HttpCode, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { assertVisible, findCall, visibleCall } from './call-detail.query.ts';

@ApiTags('Calls')
@Controller()
export class CallDetailController {
  readonly #dataSource: DataSource;

  constructor(@Inject(DataSource) dataSource: DataSource) {
    this.#dataSource = dataSource;
  }

  @Get('v1/calls/:id')
  @ApiOperation({ operationId: 'getCall', summary: 'Get a call with its transcript' })
  @ApiAnswer(200, CallDetailSchema, 'The call.')
  @ApiErrors('invalid_request', 'unauthorized', 'not_found', 'rate_limited')
  async get(
    @Param('id') callId: string,
    @QueryOf(NoQuery) _query: NoQuery,
    @CurrentCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const call = await findCall(this.#dataSource, visibleCall(caller, callId));
    if (call === undefined) throw notFound();
    await reply.header('etag', call.etag).type('application/json; charset=utf-8').send(call.json);
  }

  /** For the gateway: whether a call that another service has not heard of yet is there. */
  @Get('internal/calls/:id/existence')
  @HttpCode(204)
  @ApiExcludeEndpoint()
  async exists(@Param('id') callId: string, @CurrentCaller() caller: Caller): Promise<void> {
    await assertVisible(this.#dataSource, visibleCall(caller, callId));
  }
}
