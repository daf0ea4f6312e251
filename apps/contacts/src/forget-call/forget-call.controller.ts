import { inTransaction, metadataOf } from '@ci/event-store';
import { CurrentCaller, WORKER_DATA_SOURCE, WriteScopeGuard, type Caller } from '@ci/platform';
import { Controller, Delete, HttpCode, Inject, Param, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { ContactCommandHandler } from '../handle-command/contact-command-handler.ts';

/** For the gateway, which tells of a deletion before its client hears of it: with the answer the call is in no history, whatever Kafka still brings. */
@Controller('internal/calls/:id')
@UseGuards(WriteScopeGuard)
export class ForgetCallController {
  constructor(
    @Inject(WORKER_DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(ContactCommandHandler) private readonly contacts: ContactCommandHandler,
  ) {}

  @Delete()
  @HttpCode(204)
  @ApiExcludeEndpoint()
  async forget(
    @Param('id') callId: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const call = { workspaceId: caller.workspace.id, callId };
    await inTransaction(this.dataSource, (tx) => this.contacts.forgetCall(tx, call, metadataOf(caller, request)));
  }
}
