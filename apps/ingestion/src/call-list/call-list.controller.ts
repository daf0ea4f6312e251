import { outcomes } from '@ci/contracts';
import { invalidRequest } from '@ci/domain';
import { ApiErrors, ApiPage, decodeCursor, pageOf, queryPipe } from '@ci/http';
import { CurrentCaller, visibleReps, type Caller } from '@ci/security';
import { CONFIG } from '@ci/service';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import type { IngestionConfig } from '../config.ts';
import { ListCalls } from './call-list.dto.ts';
import { listCalls } from './call-list.query.ts';
import { callOperations } from './call-operations.ts';
import { callOfRow } from './call-row.ts';

const instant = { type: 'string', format: 'date-time' } as const;
const text = { type: 'string' } as const;

@ApiTags('Calls')
@Controller('v1/calls')
export class CallListController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: IngestionConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listCalls', summary: 'List calls, newest first' })
  @ApiQuery({ name: 'rep_id', required: false, description: 'Calls of this rep.', schema: text })
  @ApiQuery({ name: 'from', required: false, description: 'Created at or after this instant.', schema: instant })
  @ApiQuery({ name: 'to', required: false, description: 'Created at or before this instant.', schema: instant })
  @ApiQuery({ name: 'outcome', required: false, schema: { ...text, enum: [...outcomes] } })
  @ApiQuery({ name: 'prospect_email', required: false, description: 'In any case.', schema: text })
  @ApiQuery({ name: 'external_id', required: false, schema: text })
  @ApiQuery({ name: 'updated_since', required: false, description: 'Changed since this instant.', schema: instant })
  @ApiPage('Call', ...callOperations)
  @ApiErrors('invalid_request', 'unauthorized', 'rate_limited')
  async list(
    @Query(queryPipe(ListCalls)) query: ListCalls,
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
      keysetOf: (row) => ({ createdAt: row.created_at, id: row.id }),
      toItem: callOfRow,
      request,
      reply,
    });
  }
}
