import {
  webhookPayloadSchemas,
  type CallEndedPayload,
  type SummaryFailedPayload,
  type SummaryReadyPayload,
  type WebhookTestPayload,
} from '../events/webhook-payloads.ts';
import { subscribableEventTypes, webhookEventTypes } from '../resources/webhook.ts';
import { eventExamples } from './event-examples.ts';

const workspaceId = 'wsp_06f0q1z0s2t4v6x8z0b2d4g6j8';
const { call, summary, action_items } = eventExamples['summary.ready'];

/** One example of each webhook body, as a customer receives it. */
export const webhookExamples: {
  readonly 'call.ended': CallEndedPayload;
  readonly 'summary.ready': SummaryReadyPayload;
  readonly 'summary.failed': SummaryFailedPayload;
  readonly 'webhook.test': WebhookTestPayload;
} = {
  'call.ended': {
    id: 'evt_06f0q2k8x1z3b5d7g9j1m3p5r7',
    type: 'call.ended',
    timestamp: '2026-11-20T15:31:02.118Z',
    workspace_id: workspaceId,
    data: { call: eventExamples['call.ended'].call },
  },
  'summary.ready': {
    id: 'evt_06f0q2kb2c4e6g8j0m2p4r6t8v',
    type: 'summary.ready',
    timestamp: '2026-11-20T15:31:02.871Z',
    workspace_id: workspaceId,
    data: { call, summary, action_items },
  },
  'summary.failed': {
    id: 'evt_06f0q2kc3d5f7h9k1n3q5s7v9x',
    type: 'summary.failed',
    timestamp: '2026-11-20T15:31:02.640Z',
    workspace_id: workspaceId,
    data: {
      call: eventExamples['summary.failed'].call,
      reason: eventExamples['summary.failed'].reason,
      revision: eventExamples['summary.failed'].revision,
    },
  },
  'webhook.test': {
    id: 'evt_06f0q2kd4e6g8j0m2p4r6t8v0z',
    type: 'webhook.test',
    timestamp: '2026-11-20T15:40:00.000Z',
    workspace_id: workspaceId,
    data: { webhook_id: 'whk_06f0q1zb8f6h8j0k2m4n6p8q0r', message: 'A test event. Your endpoint works.' },
  },
};

/** Each type of event, as customers choose from them. */
export const eventTypes = webhookEventTypes.map((type) => ({
  type,
  description: (webhookPayloadSchemas[type] as { readonly description?: string }).description ?? '',
  subscribable: (subscribableEventTypes as readonly string[]).includes(type),
  schema: webhookPayloadSchemas[type],
  example: webhookExamples[type],
}));
