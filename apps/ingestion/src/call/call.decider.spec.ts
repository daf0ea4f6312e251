import { erased, fold } from '@ci/domain';
import { specify } from '@ci/domain/specification';
import { callDecider } from './call.decider.ts';
import type { CallAnalysed, CallContent, CallEvent, CallFacts, CallRecorded } from './call.events.ts';

const facts: CallFacts = {
  call_id: 'call_1',
  rep_id: 'r1',
  started_at: '2026-11-18T09:00:00.000Z',
  duration_seconds: 2,
  outcome_provided: null,
  source: null,
  timezone: 'UTC',
  speaker_mapping: null,
  segment_count: 1,
};
const content: CallContent = {
  rep: { name: 'Dana', email: null },
  prospect: { email: 'marcus@acme.example', name: null, company: null },
  attendees: [],
  title: 'Pricing',
  external_id: null,
  metadata: {},
  transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 2000, text: 'Hello.' }],
};
const recorded: CallRecorded = { type: 'CallRecorded', data: facts, personal: content };
const deleted: CallEvent = { type: 'CallDeleted', data: { deleted_at: '2026-11-19T00:00:00.000Z' } };
const now = '2026-11-20T18:00:00.000Z';
const reanalysis = (revision: number, requested_at = now): CallEvent => ({
  type: 'ReanalysisRequested',
  data: { revision, requested_at },
});
const analysed = (revision: number, outcome: CallAnalysed['data']['outcome'] = 'won'): CallEvent => ({
  type: 'CallAnalysed',
  data: { revision, coaching_score: 50 + revision, outcome },
});
const failed = (revision: number): CallEvent => ({
  type: 'AnalysisFailed',
  data: { revision, reason: 'engine_failed' },
});
const noteAnalysis = (revision: number) =>
  ({ type: 'NoteAnalysis', revision, coachingScore: 50 + revision, inferredOutcome: 'won' }) as const;
const noteFailure = (revision: number) => ({ type: 'NoteFailedAnalysis', revision, reason: 'engine_failed' }) as const;
const swap = (swapped: boolean, revision: number): CallEvent => ({
  type: 'SpeakersSwapped',
  data: { swapped, revision, requested_at: now },
});
const call = specify(callDecider);

describe('recording a call', () => {
  it('makes it known with its personal part apart', () => {
    call.given([]).when({ type: 'RecordCall', facts, content }).then([recorded]);
  });

  it('happens once', () => {
    call.given([recorded]).when({ type: 'RecordCall', facts, content }).thenNothing();
  });
});

describe('updating a call', () => {
  it('notes what changed and nothing else', () => {
    call
      .given([recorded])
      .when({ type: 'UpdateCall', outcome: 'lost' })
      .then([{ type: 'CallUpdated', data: { outcome_provided: 'lost' } }]);
    call
      .given([recorded])
      .when({ type: 'UpdateCall', title: 'Renewal' })
      .then([{ type: 'CallUpdated', data: {}, personal: { title: 'Renewal' } }]);
  });

  it('does nothing when it says what is so already', () => {
    call.given([recorded]).when({ type: 'UpdateCall', outcome: null, title: 'Pricing' }).thenNothing();
    call.given([recorded]).when({ type: 'UpdateCall' }).thenNothing();
  });

  it('can take the outcome and the title back', () => {
    call
      .given([recorded, { type: 'CallUpdated', data: { outcome_provided: 'lost' } }])
      .when({ type: 'UpdateCall', outcome: null, title: null })
      .then([{ type: 'CallUpdated', data: { outcome_provided: null }, personal: { title: null } }]);
  });

  it.each([[[]], [[recorded, deleted]]])('is not possible for a call that is not there', (history) => {
    call.given(history).when({ type: 'UpdateCall', title: 'x' }).thenRefuses({ code: 'not_found' });
  });
});

describe('analysing a call again', () => {
  it.each([[analysed(1)], [failed(1)]])('asks for the next revision', (result) => {
    call
      .given([recorded, result])
      .when({ type: 'RequestReanalysis', now })
      .then([reanalysis(2)]);
  });

  it.each([[[recorded]], [[recorded, analysed(1), reanalysis(2)]]])(
    'conflicts with an analysis under way',
    (history) => {
      call.given(history).when({ type: 'RequestReanalysis', now }).thenRefuses({ code: 'conflict' });
    },
  );

  describe('soon after it was asked for', () => {
    const history = [recorded, analysed(1), reanalysis(2, '2026-11-20T17:59:29.500Z'), analysed(2)];
    const request = (at: string) => call.given(history).when({ type: 'RequestReanalysis', now: at });

    it('conflicts, and says when it will not', () => {
      request(now).thenRefuses({ code: 'conflict', headers: { 'retry-after': '30' } });
    });

    it.each(['2026-11-20T18:00:29.500Z', '2026-11-20T17:58:00.000Z'])('is done at %s', (at) => {
      request(at).then([reanalysis(3, at)]);
    });

    it('is done when nobody knows when it was asked for', () => {
      call
        .given([recorded, analysed(1), { type: 'ReanalysisRequested', data: { revision: 2 } }, analysed(2)])
        .when({ type: 'RequestReanalysis', now })
        .then([reanalysis(3)]);
    });
  });

  describe('for an operator', () => {
    const ask = (history: readonly CallEvent[]) =>
      call.given(history).when({ type: 'RequestReanalysis', now, operatorsOf: 1 });

    it('is done in the background', () => {
      const data = { revision: 2, requested_at: now, background: true } as const;
      ask([recorded, analysed(1)]).then([{ type: 'ReanalysisRequested', data }]);
    });

    it('is not done where somebody has asked for a later one, nor for a deleted call', () => {
      ask([recorded, analysed(1), reanalysis(2)]).thenNothing();
      ask([recorded, analysed(1), reanalysis(2), analysed(2)]).thenNothing();
      ask([recorded, analysed(1), deleted]).thenRefuses({ code: 'not_found' });
    });
  });

  it('keeps the score of the former analysis until there is another', () => {
    const state = fold(callDecider, callDecider.initialState(), [recorded, analysed(1), reanalysis(2)]);
    expect(state).toMatchObject({ analysis: 'pending', coachingScore: 51, outcomeInferred: 'won', revision: 2 });
  });
});

describe('news of an analysis', () => {
  it('is noted once', () => {
    call
      .given([recorded])
      .when(noteAnalysis(1))
      .then([analysed(1)]);
    call
      .given([recorded, analysed(1)])
      .when(noteAnalysis(1))
      .thenNothing();
    call
      .given([recorded, failed(1)])
      .when(noteFailure(1))
      .thenNothing();
  });

  it('of an older revision has no effect', () => {
    call
      .given([recorded, analysed(1), reanalysis(2)])
      .when(noteAnalysis(1))
      .thenNothing();
    call
      .given([recorded, analysed(2)])
      .when(noteFailure(1))
      .thenNothing();
  });

  it('leads to the same state in every order', () => {
    const news = [noteAnalysis(1), noteFailure(1), noteAnalysis(2), noteFailure(2)];
    const states = permutations(news).map((order) =>
      order.reduce<readonly CallEvent[]>(
        (events, command) => [
          ...events,
          ...callDecider.decide(command, fold(callDecider, callDecider.initialState(), events)),
        ],
        [recorded],
      ),
    );
    const expected = fold(callDecider, callDecider.initialState(), [recorded, analysed(2)]);
    for (const events of states) expect(fold(callDecider, callDecider.initialState(), events)).toEqual(expected);
  });

  it.each([[[]], [[recorded, deleted]]])('has no effect on a call that is not there', (history) => {
    call.given(history).when(noteAnalysis(1)).thenNothing();
    call.given(history).when(noteFailure(1)).thenNothing();
  });
});

describe('deleting a call', () => {
  const command = { type: 'DeleteCall', deletedAt: '2026-11-19T00:00:00.000Z' } as const;

  it('is possible once', () => {
    call.given([recorded]).when(command).then([deleted]);
    call.given([recorded, deleted]).when(command).thenRefuses({ code: 'not_found' });
    call.given([]).when(command).thenRefuses({ code: 'not_found' });
  });

  it('leaves a history that can still be read when its personal parts are gone', () => {
    const history: CallEvent[] = [
      { ...recorded, personal: erased },
      { type: 'CallUpdated', data: {}, personal: erased },
      deleted,
    ];
    expect(fold(callDecider, callDecider.initialState(), history)).toMatchObject({ status: 'deleted', title: null });
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('swapping the speakers', () => {
  const swapped = (history: readonly CallEvent[]) => call.given(history).when({ type: 'SwapSpeakers', now });

  it('asks for another analysis, also while one is running', () => {
    swapped([recorded, analysed(1)]).then([swap(true, 2)]);
    swapped([recorded]).then([swap(true, 2)]);
  });

  it('done twice leaves the sides as they were recorded', () => {
    swapped([recorded, analysed(1), swap(true, 2)]).then([swap(false, 3)]);
  });

  it('keeps the score until the new analysis, and one of the old sides is overtaken', () => {
    const state = fold(callDecider, callDecider.initialState(), [recorded, analysed(1), swap(true, 2)]);
    expect(state).toMatchObject({ analysis: 'pending', coachingScore: 51, revision: 2, swapped: true });
    call
      .given([recorded, swap(true, 2)])
      .when(noteAnalysis(1))
      .then([{ ...analysed(1), data: { ...analysed(1).data, overtaken: true } } as CallEvent]);
  });

  it('needs a call with a transcript', () => {
    const silent: CallRecorded = { ...recorded, data: { ...facts, segment_count: 0 } };
    swapped([silent]).thenRefuses({ code: 'conflict' });
    swapped([]).thenRefuses({ code: 'not_found' });
    swapped([recorded, deleted]).thenRefuses({ code: 'not_found' });
  });
});
