import type { CallDetail } from '../resources/call.ts';
import type { ContactDetail } from '../resources/contact.ts';
import type {
  CreatedWebhookEndpoint,
  Delivery,
  DeliveryDetail,
  WebhookEndpoint,
  WebhookRecovery,
  WebhookRecoveryPreview,
} from '../resources/webhook.ts';
import { coachingExample } from './coaching-example.ts';
import { eventExamples } from './event-examples.ts';
import { webhookExamples } from './webhook-examples.ts';

const { call, summary, action_items: actionItems } = eventExamples['summary.ready'];
const { rep, prospect, timezone, segments } = eventExamples['call.transcribed'];
const { contact } = eventExamples['contact.created'];

const callDetail: CallDetail = {
  ...call,
  rep,
  prospect,
  timezone,
  metadata: { deal: 'D-1029' },
  speaker_mapping: null,
  transcript: [...segments],
};

const contactDetail: ContactDetail = {
  ...contact,
  calls: [
    {
      id: call.id,
      created_at: call.created_at,
      duration_seconds: call.duration_seconds,
      rep_id: call.rep_id,
      coaching_score: call.coaching_score,
      outcome: call.outcome,
    },
  ],
};

const webhook: WebhookEndpoint = {
  id: 'whk_06f0q0t5v7x9z1b3d5g7j9m1p3',
  url: 'https://crm.example.com/hooks/calls',
  events: ['call.ended', 'summary.ready'],
  description: 'CRM',
  created_at: '2026-11-19T08:12:30.417Z',
  status: 'active',
  disabled_reason: null,
  disabled_at: null,
  health: { failing_since: null, failed_attempts: 0, failure_rate: 0.01, next_attempt_at: '2026-11-20T15:36:03.112Z' },
};

const createdWebhook: CreatedWebhookEndpoint = {
  ...webhook,
  secret: `whsec_${Buffer.from('an example, and nobody’s secret.').subarray(0, 32).toString('base64')}`,
};

const { id: eventId, type: eventType } = webhookExamples['summary.ready'];

const delivery: Delivery = {
  id: 'dlv_06f0q2kd5g7j9m1p3r5t7v9x1z',
  webhook_id: webhook.id,
  event_id: eventId,
  event_type: eventType,
  status: 'delivered',
  created_at: '2026-11-20T15:31:02.884Z',
  next_attempt_at: null,
  attempts: [
    {
      number: 1,
      attempted_at: '2026-11-20T15:31:02.891Z',
      latency_ms: 84,
      status_code: 200,
      error: null,
      response_body: 'ok',
    },
  ],
};

const deliveryDetail: DeliveryDetail = {
  ...delivery,
  request_body: JSON.stringify(webhookExamples['summary.ready']),
};

const recovery: WebhookRecovery = {
  id: 'rec_06f0q2m7h9k1n3q5s7v9x1z3b5',
  webhook_id: webhook.id,
  since: '2026-11-20T09:00:00.000Z',
  until: '2026-11-20T16:02:11.530Z',
  status: 'running',
  total: 1204,
  scheduled: 350,
  delivered: 301,
  pending: 49,
  failed: 0,
  created_at: '2026-11-20T16:02:11.530Z',
  finished_at: null,
};
const { webhook_id, since, until, total } = recovery;
const recoveryPreview: WebhookRecoveryPreview = { webhook_id, since, until, total };

/** One example of each resource that is an answer, by its name in the document. */
export const resourceExamples = {
  Call: call,
  CallDetail: callDetail,
  CallSummary: summary,
  CallCoaching: coachingExample,
  ActionItemDetail: { ...actionItems[0], prospect },
  Contact: contact,
  ContactDetail: contactDetail,
  WebhookEndpoint: webhook,
  CreatedWebhookEndpoint: createdWebhook,
  Delivery: delivery,
  DeliveryDetail: deliveryDetail,
  WebhookRecovery: recovery,
  WebhookRecoveryPreview: recoveryPreview,
};
