import { checkProjectors } from '@ci/event-store/projector-specification';
import { testDatabase, type TestDatabase } from '@ci/testing';
import fc from 'fast-check';
import type { CallCommand } from '../call/call.commands.ts';
import { callDecider } from '../call/call.decider.ts';
import { callEvents } from '../call/call.events.ts';
import { migrations } from '../database/schema.ts';
import { operations } from '../operations.ts';
import { projectCallRow } from './call-row.projector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'ingestion', migrations });
});
afterAll(() => database.drop());

const outcome = fc.constantFrom('won' as const, 'lost' as const, null);
const text = fc.constantFrom('Renewal', 'O\'Neil "quoted" \\ back', null);
const revision = fc.integer({ min: 1, max: 3 });

/** Two calls may have one external id, one after the other: when the first is deleted, it is free again. */
const command = (callId: string): fc.Arbitrary<CallCommand> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.tuple(outcome, text, fc.constantFrom('ext-1', null)).map(recordCall(callId)) },
    fc.record({ type: fc.constant('UpdateCall' as const), outcome, title: text }, { requiredKeys: ['type'] }),
    fc
      .constantFrom('2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z')
      .map((now) => ({ type: 'RequestReanalysis' as const, now })),
    fc.record({
      type: fc.constant('NoteAnalysis' as const),
      revision,
      coachingScore: fc.nat(100),
      inferredOutcome: outcome,
    }),
    fc.record({
      type: fc.constant('NoteFailedAnalysis' as const),
      revision,
      reason: fc.constant('engine_failed' as const),
    }),
    fc.constant({ type: 'DeleteCall' as const, deletedAt: '2026-11-21T00:00:00.000Z' }),
  );

const recordCall =
  (callId: string) =>
  ([provided, title, externalId]: ['won' | 'lost' | null, string | null, string | null]): CallCommand => ({
    type: 'RecordCall',
    facts: {
      call_id: callId,
      rep_id: 'user_dana',
      started_at: '2026-11-20T15:00:00.000Z',
      duration_seconds: 94,
      outcome_provided: provided,
      source: null,
      timezone: 'Europe/Lisbon',
      speaker_mapping: null,
      segment_count: 1,
    },
    content: {
      rep: { name: 'Dana', email: null },
      prospect: { name: title, email: 'marcus@acme.example', company: null },
      attendees: [],
      title,
      external_id: externalId,
      ...(externalId === null ? {} : { content_hash: '0f'.repeat(32) }),
      metadata: { deal: '"7"' },
      transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 900, text: title ?? 'Hello.' }],
    },
  });

const inAnyCall = fc.constantFrom('call_a', 'call_b', 'call_c').chain((callId) =>
  command(callId).map((one) => ({
    stream: { type: 'call', id: `call-${callId}`, workspaceId: 'wsp_1' },
    command: one,
  })),
);

it('the rows of calls are the same however their events are cut into calls of the projectors, and rebuilt', async () => {
  let events = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(inAnyCall, { minLength: 10, maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
      async (commands, sizes) => {
        const { dataSource } = database;
        const projectors = [projectCallRow];
        const projections = operations.projections ?? [];
        const tested = { dataSource, projectors, projections, decider: callDecider, catalogue: callEvents };
        events += await checkProjectors({ ...tested, erasedBy: 'CallDeleted' }, { commands, sizes });
      },
    ),
    { numRuns: 20 },
  );
  expect(events).toBeGreaterThan(40);
}, 120_000);
