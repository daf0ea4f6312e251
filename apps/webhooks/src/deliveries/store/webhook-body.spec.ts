import { eventExamples, webhookExamples, webhookPayloadSchemas, type SubscribableEventType } from '@ci/contracts';
import { compileSchema } from '@ci/validation';
import { webhookBody } from './webhook-body.ts';

const parts = { id: 'evt_1', time: new Date('2026-11-20T15:31:02.118Z'), workspaceId: 'wsp_1' };
const bodyOf = (type: SubscribableEventType, data: object = eventExamples[type]): string =>
  webhookBody({ ...parts, type, data });

const types: SubscribableEventType[] = ['call.ended', 'summary.ready', 'summary.failed'];

it.each(types)('%s fits its public schema and shows what the example shows', (type) => {
  const body: unknown = JSON.parse(bodyOf(type));
  compileSchema({ ...webhookPayloadSchemas[type] })(body);
  expect(body).toEqual({
    ...webhookExamples[type],
    id: 'evt_1',
    timestamp: '2026-11-20T15:31:02.118Z',
    workspace_id: 'wsp_1',
  });
});

it('of summary.ready shows call, summary and action items alone', () => {
  const { data } = JSON.parse(bodyOf('summary.ready')) as { data: object };
  expect(Object.keys(data)).toEqual(['call', 'summary', 'action_items']);
});

it.each(types)('%s shows nothing that the event has beyond the public schema, at any depth', (type) => {
  const grown = JSON.parse(
    JSON.stringify(eventExamples[type], (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, internal: 'x' } : value,
    ),
  ) as object;
  expect(bodyOf(type, { ...grown, transcript: 'secret' })).toBe(bodyOf(type));
});

it('is the same text whatever the order of the fields of the event', () => {
  const { call } = eventExamples['call.ended'];
  const reversed = { call: Object.fromEntries(Object.entries(call).reverse()) };
  expect(bodyOf('call.ended', reversed)).toBe(bodyOf('call.ended'));
});
