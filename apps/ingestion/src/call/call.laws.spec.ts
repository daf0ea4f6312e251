import { fold } from '@ci/domain';
import fc from 'fast-check';
import type { CallCommand } from './call.commands.ts';
import { callDecider } from './call.decider.ts';
import type { CallEvent } from './call.events.ts';
import type { CallState } from './call.state.ts';

const record: CallCommand = {
  type: 'RecordCall',
  facts: {
    call_id: 'call_1',
    rep_id: 'user_dana',
    started_at: '2026-11-20T15:00:00.000Z',
    duration_seconds: 94,
    outcome_provided: null,
    source: 'zoom',
    timezone: 'Europe/Lisbon',
    speaker_mapping: null,
    segment_count: 1,
  },
  content: {
    rep: { name: 'Dana', email: 'dana@us.example' },
    prospect: { name: 'Marcus Webb', email: 'marcus@acme.example', company: 'Acme' },
    attendees: [],
    title: 'Pricing',
    external_id: null,
    metadata: {},
    transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 900, text: 'Hello.' }],
  },
};

const ready = (revision: number): CallCommand => ({
  type: 'NoteAnalysis',
  revision,
  coachingScore: 50 + revision,
  inferredOutcome: revision % 2 === 0 ? 'won' : 'lost',
});
const failed = (revision: number): CallCommand => ({ type: 'NoteFailedAnalysis', revision, reason: 'engine_failed' });

/** News of several revisions: each ended well, badly, or (reported wrongly once) both. */
const news = fc
  .array(fc.constantFrom('ready' as const, 'failed' as const, 'both' as const), { minLength: 1, maxLength: 4 })
  .map((ends) =>
    ends.flatMap((end, index) => [
      ...(end === 'failed' ? [] : [ready(index + 1)]),
      ...(end === 'ready' ? [] : [failed(index + 1)]),
    ]),
  );

const twoOrders = news.chain((all) =>
  fc.tuple(
    fc.shuffledSubarray(all, { minLength: all.length }),
    fc
      .array(fc.constantFrom(...all), { maxLength: 6 })
      .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length })),
  ),
);

/** What clients do meanwhile. Refusals are answers too: they decide nothing. */
const own: fc.Arbitrary<CallCommand> = fc.constantFrom<CallCommand>(
  { type: 'UpdateCall', outcome: 'won' },
  { type: 'UpdateCall', outcome: null, title: 'Renewal' },
  { type: 'UpdateCall', title: null },
  { type: 'RequestReanalysis', now: '2026-11-21T00:00:00.000Z' },
  { type: 'SwapSpeakers', now: '2026-11-21T00:00:00.000Z' },
  { type: 'DeleteCall', deletedAt: '2026-11-21T00:00:00.000Z' },
  record,
);

const mixed = fc.array(fc.oneof(own, fc.constantFrom(...[1, 2, 3].flatMap((it) => [ready(it), failed(it)]))), {
  maxLength: 15,
});

describe('laws of a call', () => {
  it('news of analyses in any order, any of it repeated, leads to the same call', () => {
    fc.assert(
      fc.property(twoOrders, ([one, other]) =>
        expect(live([record, ...one]).state).toEqual(live([record, ...other]).state),
      ),
      { numRuns: 500 },
    );
  });

  it('a result that comes after the failure of a later revision still gives the call its score', () => {
    const late = live([record, failed(2), ready(1)]).state;
    expect(late).toEqual(live([record, ready(1), failed(2)]).state);
    expect(late).toMatchObject({ revision: 2, analysis: 'failed', coachingScore: 51, outcomeInferred: 'lost' });
  });

  it('what is known already decides nothing', () => {
    fc.assert(
      fc.property(twoOrders, ([one, again]) => {
        const { state } = live([record, ...one]);
        for (const command of [record, ...again]) expect(callDecider.decide(command, state)).toEqual([]);
      }),
    );
  });

  it('what is replayed is what was lived, whatever clients and others did', () => {
    fc.assert(
      fc.property(mixed, (commands) => {
        const { state, events } = live([record, ...commands]);
        const asStored = JSON.parse(JSON.stringify(events)) as CallEvent[];
        expect(fold(callDecider, callDecider.initialState(), asStored)).toEqual(state);
      }),
    );
  });

  it('a deleted call stays as it is, whatever comes', () => {
    fc.assert(
      fc.property(mixed, mixed, (before, after) => {
        const gone = live([record, ...before, { type: 'DeleteCall', deletedAt: '2026-11-21T00:00:00.000Z' }]);
        expect(live(after, gone.state).events).toEqual([]);
      }),
    );
  });
});

function live(commands: readonly CallCommand[], from: CallState = callDecider.initialState()) {
  const events: CallEvent[] = [];
  let state = from;
  for (const command of commands) {
    const decided = decidedOrRefused(command, state);
    state = fold(callDecider, state, decided);
    events.push(...decided);
  }
  return { state, events };
}

function decidedOrRefused(command: CallCommand, state: CallState): readonly CallEvent[] {
  try {
    return callDecider.decide(command, state);
  } catch {
    return [];
  }
}
