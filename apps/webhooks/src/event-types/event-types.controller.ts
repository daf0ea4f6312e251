import { subscribableEventTypes, webhookEventTypes, webhookExamples, webhookPayloadSchemas } from '@ci/contracts';
import { ApiAnswer, ApiErrors, NoQuery, QueryOf } from '@ci/http';
import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ReadWriteController } from '../read-write.controller.ts';

const eventTypes = webhookEventTypes.map((type) => ({
  type,
  description: (webhookPayloadSchemas[type] as { readonly description?: string }).description ?? '',
  subscribable: (subscribableEventTypes as readonly string[]).includes(type),
  schema: webhookPayloadSchemas[type],
  example: webhookExamples[type],
}));

const answerSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description: 'All event types.',
      items: {
        type: 'object',
        required: ['type', 'description', 'subscribable', 'schema', 'example'],
        properties: {
          type: { type: 'string', enum: [...webhookEventTypes], description: 'Name of the type.' },
          description: { type: 'string', description: 'When it is sent.', examples: ['A call was recorded.'] },
          subscribable: {
            type: 'boolean',
            description: 'Whether an endpoint can subscribe. `false`: sent on demand.',
            examples: [true],
          },
          schema: { type: 'object', description: 'JSON Schema (2020-12) of a body. Later versions may add fields.' },
          example: { type: 'object', description: 'A body as it is delivered.' },
        },
      },
    },
  },
};

@ReadWriteController('v1/webhooks')
export class EventTypesController {
  @Get('event-types')
  @ApiOperation({ operationId: 'listEventTypes', summary: 'List the event types with schema and example of each' })
  @ApiAnswer(200, answerSchema, 'All event types.', { example: { data: eventTypes.slice(-1) } })
  @ApiErrors('invalid_request', 'unauthorized', 'insufficient_scope', 'rate_limited')
  list(@QueryOf(NoQuery) _query: NoQuery) {
    return { data: eventTypes };
  }
}
