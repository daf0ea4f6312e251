import type { ActionItem, CallDetail, Contact, CreatedWebhookEndpoint } from '@ci/contracts';
import { until } from '@ci/testing';
import { queryDatabase } from '@ci/testing/system';
import type { ApiClient } from './api-client.ts';
import { ordinarySystem } from './ordinary-system.ts';
import type { RunningSystem } from './running-system.ts';

const TRACE = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

let running: RunningSystem;
let client: ApiClient;

beforeAll(async () => {
  running = await ordinarySystem();
  client = await running.client('event-origins');
}, 180_000);

afterAll(() => running.stop(), 120_000);

describe('every event of every service', () => {
  it('names who acted, the request or message that led to it, and the trace', async () => {
    const hook = await client.post<CreatedWebhookEndpoint>('/webhooks', {
      url: 'https://hooks.example.com/all',
      events: ['call.ended'],
    });
    await client.patch(`/webhooks/${hook.id}`, { status: 'disabled' });
    await client.delete(`/webhooks/${hook.id}`);
    const { id } = await client.post<CallDetail>('/calls', call);
    await client.get(`/calls/${id}/summary`, { prefer: 'wait=30' });
    const items = await client.get<{ data: ActionItem[] }>(`/calls/${id}/action-items`);
    await client.patch(`/action-items/${items.data[0]?.id ?? ''}`, { completed: true });
    await client.patch(`/calls/${id}`, { outcome: 'won' });
    await until(async () => (await eventsOf('contacts')).some(({ event_type }) => event_type === 'OutcomeProvided'), {
      describe: 'the outcome is in the history',
    });
    await client.delete(`/calls/${id}`);
    await until(async () => (await client.get<{ data: Contact[] }>('/contacts')).data.length === 0);

    const nameless: unknown[] = [];
    for (const [service, types] of Object.entries(expected)) {
      const events = await eventsOf(service);
      expect([service, ...new Set(events.map((event) => event.event_type))].sort()).toEqual([service, ...types].sort());
      nameless.push(...events.filter((event) => !isOriginKnown(event)).map((event) => ({ service, ...event })));
    }
    expect(nameless).toEqual([]);
  }, 120_000);
});

/** A key acts by a request, a service by a message; either is part of a trace. */
function isOriginKnown({ metadata: { actor = '', correlationId, causationId, traceparent = '' } }: EventRow): boolean {
  const cause = actor === client.keyId ? correlationId : causationId;
  return cause !== undefined && /^(key_|\/)/.test(actor) && TRACE.test(traceparent);
}

interface EventRow {
  readonly event_type: string;
  readonly metadata: Readonly<Partial<Record<string, string>>>;
}

function eventsOf(service: string): Promise<EventRow[]> {
  const { adminDatabaseUrl: adminUrl, database } = running.system.options;
  return queryDatabase<EventRow>(
    { adminUrl, database },
    `SELECT event_type, metadata FROM ${service}.events WHERE workspace_id = '${client.workspaceId}' ORDER BY global_position`,
  );
}

const expected = {
  ingestion: ['CallRecorded', 'CallAnalysed', 'CallUpdated', 'CallDeleted'],
  summarization: ['AnalysisRequested', 'AnalysisCompleted', 'ActionItemChanged', 'CallUpdated', 'AnalysisForgotten'],
  contacts: [
    'ContactRegistered',
    'DetailsLearned',
    'CallJoined',
    'CallAnalysed',
    'OutcomeProvided',
    'CallLeft',
    'ContactForgotten',
  ],
  webhooks: ['WebhookRegistered', 'WebhookDisabled', 'WebhookDeleted'],
};

const call = {
  rep_id: 'rep_1',
  rep: { name: 'Dana Reyes' },
  started_at: '2026-11-18T09:00:00Z',
  prospect: { email: 'pat@event-origins.example', name: 'Pat Moran', company: 'Moran Freight' },
  transcript: [
    { speaker: 'prospect', start_ms: 0, end_ms: 4_000, text: 'Could you send me the proposal by Friday?' },
    { speaker: 'rep', start_ms: 4_000, end_ms: 8_000, text: 'Yes, I will send you the proposal by Friday.' },
  ],
};
