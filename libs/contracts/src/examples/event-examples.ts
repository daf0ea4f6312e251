import type { EventDataByTopic } from '../events/integration-events.ts';
import type { MessageParked, ParkingService } from '../events/parking-notice.ts';
import type { ActionItem } from '../resources/action-item.ts';
import type { Call, Segment } from '../resources/call.ts';
import type { CallSummary } from '../resources/summary.ts';

const recorded: Call = {
  id: 'call_06f0q2k8t9v3x5z7b1d4g6j8m0',
  created_at: '2026-11-20T15:00:00.000Z',
  updated_at: '2026-11-20T15:31:02.118Z',
  duration_seconds: 94,
  rep_id: 'user_dana',
  prospect_email: 'marcus.webb@acme-logistics.example',
  coaching_score: null,
  outcome: 'no_outcome',
  outcome_source: 'inferred',
  analysis_status: 'pending',
  title: 'Acme Logistics: pricing',
  external_id: 'zoom-81723',
  source: 'zoom',
};

const analysed: Call = {
  ...recorded,
  updated_at: '2026-11-20T15:31:02.871Z',
  coaching_score: 68,
  outcome: 'follow_up',
  analysis_status: 'ready',
};

const prospect = { email: 'marcus.webb@acme-logistics.example', name: 'Marcus Webb', company: 'Acme Logistics' };

const segments: readonly Segment[] = [
  { speaker: 'rep', start_ms: 0, end_ms: 6200, text: 'Hi Marcus, thanks for making time to look at the proposal.' },
  {
    speaker: 'prospect',
    start_ms: 6500,
    end_ms: 14900,
    text: 'Sure. To be honest, the price is higher than we budgeted for.',
  },
  {
    speaker: 'rep',
    start_ms: 15200,
    end_ms: 24800,
    text: 'I understand. We can start with the basic plan, which fits that budget.',
  },
  { speaker: 'prospect', start_ms: 25100, end_ms: 30300, text: 'That works. Let us start with the basic plan.' },
  { speaker: 'rep', start_ms: 30600, end_ms: 37400, text: 'Great. I will send you the contract by next Friday.' },
  { speaker: 'prospect', start_ms: 37700, end_ms: 41000, text: 'Perfect, talk to you then.' },
];

const quote = (index: number) => {
  const { start_ms, end_ms, text } = segments[index] as Segment;
  return { start_ms, end_ms, quote: text };
};

const summary: CallSummary = {
  call_id: recorded.id,
  overview:
    'The rep and Marcus Webb of Acme Logistics went through the proposal. Marcus found the price higher than budgeted, and they settled on the basic plan.',
  key_moments: [
    { timestamp_ms: 6500, description: 'Marcus raises the price.' },
    { timestamp_ms: 25100, description: 'They agree to start with the basic plan.' },
    { timestamp_ms: 30600, description: 'The rep promises the contract.' },
  ],
  objections: [
    {
      objection: 'The price is higher than they budgeted for.',
      response: 'The rep offered to start with the basic plan, which fits that budget.',
    },
  ],
  decisions: ['Start with the basic plan.'],
  next_steps: ['The rep sends the contract by 27 November 2026.'],
  coaching_score: 68,
  generated_at: '2026-11-20T15:31:02.860Z',
  revision: 1,
  engine: { name: 'rules', version: '1' },
  evidence: {
    overview: [[quote(0)], [quote(1), quote(3)]],
    key_moments: [[quote(1)], [quote(3)], [quote(4)]],
    objections: [[quote(1)]],
    responses: [[quote(2)]],
    decisions: [[quote(3)]],
    next_steps: [[quote(4)]],
  },
};

const actionItem: ActionItem = {
  id: 'act_06f0q2k9a1c3e5g7j9m1p3r5t7',
  call_id: recorded.id,
  description: 'Send the contract.',
  owner: 'rep',
  due_date: '2026-11-27',
  completed: false,
  completed_at: null,
  created_at: '2026-11-20T15:31:02.860Z',
  evidence: [quote(4)],
};

/** One example of each integration event: documentation, and what every consumer is tested with. Invented people and companies. */
export const eventExamples: EventDataByTopic = {
  'call.ended': { call: recorded, prospect, external_id: recorded.external_id, source: recorded.source },
  'call.transcribed': {
    call: recorded,
    prospect,
    rep: { name: 'Dana Reyes', email: 'dana@northwind-analytics.example' },
    external_id: recorded.external_id,
    source: recorded.source,
    timezone: 'America/New_York',
    outcome_provided: null,
    revision: 1,
    segments: [...segments],
    background: false,
  },
  'call.updated': {
    call: { ...analysed, outcome: 'won', outcome_source: 'provided', updated_at: '2026-11-20T16:02:11.004Z' },
    prospect,
    outcome_provided: 'won',
  },
  'call.deleted': {
    call_id: recorded.id,
    prospect: { email: prospect.email },
    deleted_at: '2026-11-20T17:45:00.512Z',
  },
  'summary.ready': {
    call: analysed,
    prospect: { email: prospect.email },
    summary,
    action_items: [actionItem],
    outcome: 'follow_up',
    outcome_source: 'inferred',
    outcome_inferred: 'follow_up',
    revision: 1,
  },
  'summary.failed': {
    call: { ...recorded, analysis_status: 'failed' },
    prospect: { email: prospect.email },
    reason: 'nothing_to_analyse',
    revision: 1,
  },
  'action_item.updated': {
    call_id: recorded.id,
    action_item: { ...actionItem, completed: true, completed_at: '2026-11-24T09:12:45.300Z' },
  },
  'contact.created': {
    contact: {
      id: 'con_06f0q2k8wbd4g6j8m0p2r4t6v8',
      email: prospect.email,
      name: prospect.name,
      company: prospect.company,
      call_count: 1,
      last_call_at: recorded.created_at,
      created_at: '2026-11-20T15:31:02.301Z',
    },
    call_id: recorded.id,
  },
  'ingestion.dlq': notice('ingestion', 'summary.ready'),
  'summarization.dlq': notice('summarization', 'call.transcribed'),
  'contacts.dlq': notice('contacts', 'call.ended'),
  'webhooks.dlq': notice('webhooks', 'call.ended'),
};

function notice(service: ParkingService, topic: string): MessageParked {
  return {
    service,
    side: 'consumer',
    message_id: '01993b1e-93a4-7d2c-8c54-0f6c7c2b9a11',
    topic,
    partition: 7,
    offset: '48211',
    key: recorded.id,
    workspace_id: 'wsp_06f0q2k8a1c3e5g7j9m2p4r6t8',
    error_code: 'TypeError',
    parked_at: '2026-11-20T15:31:02.412Z',
  };
}
