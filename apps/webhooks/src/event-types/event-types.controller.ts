import { eventTypes, EventTypesSchema, type EventTypes } from '@ci/contracts';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf } from '@ci/http';
import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ReadWriteController } from '../read-write.controller.ts';

@ReadWriteController('v1/webhooks')
export class EventTypesController {
  @Get('event-types')
  @ApiOperation({ operationId: 'listEventTypes', summary: 'List the event types with schema and example of each' })
  @ApiAnswer(200, EventTypesSchema, 'All event types.')
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited')
  list(@QueryOf(NoQuery) _query: NoQuery): EventTypes {
    return { data: eventTypes };
  }
}
