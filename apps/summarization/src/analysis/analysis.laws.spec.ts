import { fold } from '@ci/domain';
import fc from 'fast-check';
import type { AnalysisCommand } from './analysis.commands.ts';
import { analysisDecider } from './analysis.decider.ts';
import type { AnalysisEvent } from './analysis.events.ts';
import { at, complete, contract, fail, forget, noteUpdate, references, request, result } from './analysis.fixture.ts';
import type { AnalysisState } from './analysis.state.ts';

/** What other services report: a revision is asked for with the call as it was then; a client changed the call; it was deleted. */
const foreign = fc
  .record({
    revisions: fc.integer({ min: 1, max: 3 }),
    updates: fc.array(fc.constantFrom('won' as const, 'lost' as const, null), { maxLength: 3 }),
    isDeleted: fc.boolean(),
  })
  .map(({ revisions, updates, isDeleted }): AnalysisCommand[] => [
    ...Array.from({ length: revisions }, (_, index) => request(index + 1, { updated_at: at(index * 10) })),
    ...updates.map((outcome, index) => noteUpdate(outcome, at(index * 10 + 5))),
    ...(isDeleted ? [forget] : []),
  ]);

const twoOrders = foreign.chain((all) =>
  fc.tuple(
    fc.shuffledSubarray(all, { minLength: all.length }),
    fc
      .array(fc.constantFrom(...all), { maxLength: 6 })
      .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length })),
  ),
);

/** Jobs end twice, clients tick off items, messages come again. */
const anything = fc.array(
  fc.constantFrom<AnalysisCommand>(
    ...[1, 2, 3].flatMap((revision) => [
      request(revision),
      complete(revision, result(contract, references)),
      complete(revision, result(references)),
      fail(revision),
    ]),
    noteUpdate('won', at(40)),
    noteUpdate(null, at(50)),
    { type: 'ChangeActionItem', itemId: 'act_10', changes: { completed: true }, now: new Date(at(55)) },
    { type: 'ChangeActionItem', itemId: 'act_11', changes: { description: 'Mail it.' }, now: new Date(at(56)) },
    forget,
  ),
  { maxLength: 20 },
);

describe('laws of an analysis', () => {
  it('the same messages in any order, any of them repeated, lead to the same state', () => {
    fc.assert(
      fc.property(twoOrders, ([one, other]) => expect(live(one).state).toEqual(live(other).state)),
      { numRuns: 500 },
    );
  });

  it('what is known already decides nothing', () => {
    fc.assert(
      fc.property(twoOrders, ([one, again]) => {
        const { state } = live(one);
        for (const command of again) expect(analysisDecider.decide(command, state)).toEqual([]);
      }),
    );
  });

  it('what is replayed is what was lived', () => {
    fc.assert(
      fc.property(anything, (commands) => {
        const { state, events } = live(commands);
        const asStored = JSON.parse(JSON.stringify(events)) as AnalysisEvent[];
        expect(fold(analysisDecider, analysisDecider.initialState(), asStored)).toEqual(state);
      }),
    );
  });

  it('each revision ends at most once, and in rising order', () => {
    fc.assert(
      fc.property(anything, (commands) => {
        const ends = live(commands).events.flatMap((event) =>
          event.type === 'AnalysisCompleted' || event.type === 'AnalysisFailed' ? [event.data.revision] : [],
        );
        expect(ends).toEqual([...new Set(ends)].toSorted((one, other) => one - other));
      }),
    );
  });

  it('nothing happens after the call was deleted', () => {
    fc.assert(
      fc.property(anything, anything, (before, after) =>
        expect(live(after, live([...before, forget]).state).events).toEqual([]),
      ),
    );
  });
});

function live(commands: readonly AnalysisCommand[], from: AnalysisState = analysisDecider.initialState()) {
  const events: AnalysisEvent[] = [];
  let state = from;
  for (const command of commands) {
    const decided = analysisDecider.decide(command, state);
    state = fold(analysisDecider, state, decided);
    events.push(...decided);
  }
  return { state, events };
}
