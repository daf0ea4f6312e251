import { metadataOf } from '@ci/event-store';
import { inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import { CurrentCaller, WriteScopeGuard, type Caller } from '@ci/security';
import { Controller, Delete, HttpCode, Inject, Param, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { DataSource } from 'typeorm';
import { ContactCommandHandler } from '../handle-command/contact.command-handler.ts';

/** Called by the gateway before it answers a deletion: from then on the call is in no history, whatever messages still arrive. */
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
