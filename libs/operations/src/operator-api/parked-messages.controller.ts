import { notFound } from '@ci/domain';
import { countParked, listParked, retryParked, revealParked, showParked, skipParked } from '@ci/messaging';
import { WORKER_DATA_SOURCE } from '@ci/database';
import { Public } from '@ci/security';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { DataSource } from 'typeorm';
import { detailsJson, summaryJson } from '../parked/parked-json.ts';
import {
  CurrentOperator,
  OPERATOR_API_OPTIONS,
  OperatorTokenGuard,
  type OperatorApiOptions,
} from './operator-token.guard.ts';
import { checked, listQuery, retryBody, showQuery, skipBody } from './parked-messages.requests.ts';

/** Not for API keys: the gateway has no route here, and its tokens are refused. */
@Public() // for the guard of the gateway's tokens; the one below lets in operators alone
@UseGuards(OperatorTokenGuard)
@ApiExcludeController()
@Controller('internal/parked-messages')
export class ParkedMessagesController {
  constructor(
    @Inject(WORKER_DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(OPERATOR_API_OPTIONS) private readonly options: OperatorApiOptions,
  ) {}

  @Get()
  async list(@Query() query: unknown) {
    const filter = checked(listQuery, query);
    const [messages, counts] = [await listParked(this.dataSource, filter), await countParked(this.dataSource)];
    return { data: messages.map(summaryJson), parked_messages: counts.messages, parked_keys: counts.keys };
  }

  @Get(':id')
  async show(@Param('id') id: string, @Query() query: unknown, @CurrentOperator() actor: string) {
    const { payload } = checked(showQuery, query);
    const found = await showParked(this.dataSource, id);
    if (!found) throw notFound();
    if (payload !== 'true') return detailsJson(found);
    const bytes = await this.dataSource.transaction((tx) => revealParked(tx, found.id, actor));
    if (!bytes) throw notFound();
    return { ...detailsJson(found), payload_base64: bytes.toString('base64') };
  }

  @Post('retry')
  @HttpCode(200)
  async retry(@Body() body: unknown, @CurrentOperator() actor: string) {
    const target = checked(retryBody, body);
    const retried = await this.dataSource.transaction((tx) => retryParked(tx, target, actor, this.options.now?.()));
    return { handled_again: retried.handledAgain, sent_again: retried.sentAgain };
  }

  @Post('skip')
  @HttpCode(200)
  async skip(@Body() body: unknown, @CurrentOperator() actor: string) {
    const { reason, ...target } = checked(skipBody, body);
    const { service, onSkipped } = this.options;
    const skipped = await this.dataSource.transaction((tx) =>
      skipParked(tx, { service, target, actor, reason, ...(onSkipped && { onSkipped }) }),
    );
    if (!skipped) throw notFound();
    return detailsJson(skipped);
  }
}
