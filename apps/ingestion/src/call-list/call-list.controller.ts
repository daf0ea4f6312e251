import { CallSchema } from '@ci/contracts';
import { invalidRequest } from '@ci/domain';
import { ApiErrors, ApiPage, decodeCursor, pageOf, QueryOf } from '@ci/http';
import { CurrentCaller, visibleReps, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { IngestionConfig } from '../config.ts';
import { ListCalls } from './call-list.dto.ts';
import { listCalls } from './call-list.query.ts';
import { callOperations } from './call-operations.ts';
import { callOfRow } from './call-row.ts';

@ApiTags('Calls')
@Controller('v1/calls')
export class CallListController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: IngestionConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listCalls', summary: 'List calls, newest first' })
  @ApiPage(CallSchema, ...callOperations)
  @ApiErrors('invalid_request', 'unauthorized', 'rate_limited')
  async list(
    @QueryOf(ListCalls) query: ListCalls,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
      throw invalidRequest([{ field: 'from', message: 'must not be after to' }]);
    }
    const context = { list: 'calls', workspaceId: caller.workspace.id, keys: this.config.CURSOR_KEYS };
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, context);
    const rows = await listCalls(
      this.dataSource,
      { workspaceId: caller.workspace.id, reps: visibleReps(caller) },
      query,
      after,
    );
    return pageOf(rows, {
      ...context,
      limit: query.limit,
      keysetOf: (row) => row,
      toItem: callOfRow,
      request,
      reply,
    });
  }
}
