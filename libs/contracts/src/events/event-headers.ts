import { Type } from 'typebox';

const limits = { minLength: 1, maxLength: 2000 };

/** What surrounds the data of every event: headers of CloudEvents 1.0 in binary mode, and two of our own (`workspaceid`, `schemaversion`). */
export const EventHeadersSchema = Type.Object(
  {
    'content-type': Type.String({ examples: ['application/json'] }),
    ce_specversion: Type.String({ examples: ['1.0'] }),
    ce_id: Type.String({
      description: 'A UUID, the same whenever the message is sent again: effects hang on it.',
      format: 'uuid',
    }),
    ce_source: Type.String({ ...limits, description: 'The service that sends it.', examples: ['/ingestion'] }),
    ce_type: Type.String({ ...limits, description: 'The topic.' }),
    ce_subject: Type.String({ ...limits, description: 'The id of what it tells of.' }),
    ce_time: Type.String({ format: 'date-time', description: 'When it happened.' }),
    ce_workspaceid: Type.String({ ...limits, description: 'Whose it is.' }),
    ce_schemaversion: Type.String({ description: 'The version of the schema of its data.', examples: ['1'] }),
    ce_audience: Type.Optional(
      Type.String({ description: 'The one service that it is for; others pass over it. Only where it is sent again.' }),
    ),
    traceparent: Type.Optional(Type.String({ description: 'W3C Trace Context.' })),
  },
  { $id: 'EventHeaders', description: 'Headers of the Kafka message: CloudEvents 1.0 in binary mode, as texts.' },
);
