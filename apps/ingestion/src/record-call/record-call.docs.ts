import { eventExamples, type CreateCall } from '@ci/contracts';
import { linksTo } from '@ci/http';
import { callOperations } from '../call-list/call-operations.ts';

/** What the routes that record calls share in the API description. */
export const recordedOrPreview = {
  oneOf: [{ $ref: '#/components/schemas/CallDetail' }, { $ref: '#/components/schemas/CallPreview' }],
};

const { call, rep, prospect, timezone, segments } = eventExamples['call.transcribed'];

export const recordedCallLinks = linksTo('/id', ...callOperations);

export const createCallExample: CreateCall = {
  rep_id: call.rep_id,
  rep,
  started_at: call.created_at,
  prospect,
  title: call.title,
  source: call.source,
  external_id: call.external_id,
  timezone,
  transcript: segments,
};
