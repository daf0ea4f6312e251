import { erased, fold } from '@ci/domain';
import { specify } from '@ci/domain/specification';
import fc from 'fast-check';
import type { AnalysedActionItem } from '../engine/summary-engine.ts';
import type { ActionItemChanges, AnalysisCommand } from './analysis.commands.ts';
import { analysisDecider } from './analysis.decider.ts';
import type { AnalysisEvent } from './analysis.events.ts';
import {
  at,
  call,
  complete,
  contract,
  fail,
  forget,
  noteUpdate,
  prospect,
  references,
  request,
  result,
} from './analysis.fixture.ts';
import type { AnalysisState } from './analysis.state.ts';

/** The events that these commands lead to, one after the other. */
function history(...commands: readonly AnalysisCommand[]): readonly AnalysisEvent[] {
  return commands.reduce<readonly AnalysisEvent[]>(
    (events, command) => [...events, ...analysisDecider.decide(command, stateOf(events))],
    [],
  );
}
const stateOf = (events: readonly AnalysisEvent[]): AnalysisState =>
  fold(analysisDecider, analysisDecider.initialState(), events);
const after = (...commands: readonly AnalysisCommand[]): AnalysisState => stateOf(history(...commands));
const change = (itemId: string, changes: ActionItemChanges, minute = 30): AnalysisCommand => ({
  type: 'ChangeActionItem',
  itemId,
  changes,
  now: new Date(at(minute)),
});

describe('an analysis', () => {
  it('is requested once for each revision', () => {
    specify(analysisDecider)
      .given([])
      .when(request(1))
      .then([
        {
          type: 'AnalysisRequested',
          data: { callId: 'call_1', revision: 1, outcomeProvided: null, asOf: call.updated_at },
          personal: { call, prospect },
        },
      ]);
    specify(analysisDecider)
      .given(history(request(2)))
      .when(request(2))
      .thenNothing();
    specify(analysisDecider)
      .given(history(request(2)))
      .when(request(1))
      .thenNothing();
  });

  it('ends once for each revision, whoever says so again', () => {
    for (const end of [complete(1), fail(1)]) {
      for (const again of [complete(1), fail(1)]) {
        specify(analysisDecider)
          .given(history(request(1), end))
          .when(again)
          .thenNothing();
      }
    }
    specify(analysisDecider)
      .given(history(request(1), request(2), complete(2)))
      .when(complete(1))
      .thenNothing();
  });

  it('shows the newest summary; a failure takes it not away', () => {
    expect(after(request(1), complete(1)).summary).toMatchObject({
      call_id: 'call_1',
      revision: 1,
      coaching_score: 68,
    });
    expect(after(request(1), complete(1), request(2), complete(2)).summary).toMatchObject({ revision: 2 });
    expect(after(request(1), complete(1), request(2), fail(2))).toMatchObject({ ended: 2, summary: { revision: 1 } });
  });

  it('is forgotten for good, also when the deletion comes first', () => {
    expect(after(request(1), complete(1), forget)).toEqual({ ...analysisDecider.initialState(), forgotten: true });
    for (const late of [request(1), noteUpdate('won', at(1)), complete(1), fail(1), change('act_10', {}), forget]) {
      specify(analysisDecider).given(history(forget)).when(late).thenNothing();
    }
  });

  it('loads without its personal parts', () => {
    const without = history(request(1), complete(1), change('act_10', { description: 'Sign.' })).map((event) =>
      'personal' in event ? { ...event, personal: erased } : event,
    ) as AnalysisEvent[];
    expect(stateOf(without)).toMatchObject({ requested: 1, ended: 1, call: null, summary: null, actionItems: [] });
  });
});

describe('the call it is about', () => {
  it('is as the newest message shows it, in whatever order messages arrive', () => {
    const messages = [
      request(1),
      request(2, { updated_at: at(2), title: 'two' }),
      noteUpdate('won', at(1)),
      noteUpdate(null, at(3)),
    ];
    const inOrder = after(...messages).call;
    expect(inOrder).toMatchObject({ asOf: at(3), outcomeProvided: null, call: { title: `as of ${at(3)}` } });
    fc.assert(
      fc.property(fc.shuffledSubarray([...messages, ...messages], { minLength: 8 }), (shuffled) => {
        expect(after(...shuffled)).toMatchObject({ call: inOrder, requested: 2 });
      }),
    );
  });
});

describe('an action item', () => {
  it('has the id it was given, and the time of its analysis', () => {
    expect(after(request(1), complete(1)).actionItems).toEqual([
      {
        id: 'act_10',
        description: 'Send the contract.',
        owner: 'rep',
        dueDate: '2026-11-27',
        completedAt: null,
        createdAt: at(1),
        evidence: contract.evidence,
        foundOwner: 'rep',
        edited: [],
      },
    ]);
  });

  it('is completed at a time, and once', () => {
    const given = history(request(1), complete(1));
    specify(analysisDecider)
      .given(given)
      .when(change('act_10', { completed: true }))
      .then([{ type: 'ActionItemChanged', data: { itemId: 'act_10', completedAt: at(30) } }]);
    specify(analysisDecider)
      .given([...given, ...history(request(1), complete(1), change('act_10', { completed: true })).slice(2)])
      .when(change('act_10', { completed: true }, 59))
      .thenNothing();
  });

  it('is changed by what differs alone', () => {
    specify(analysisDecider)
      .given(history(request(1), complete(1)))
      .when(change('act_10', { completed: false, description: 'Mail it.', owner: 'rep', dueDate: null }))
      .then([
        {
          type: 'ActionItemChanged',
          data: { itemId: 'act_10', dueDate: null },
          personal: { description: 'Mail it.' },
        },
      ]);
    specify(analysisDecider)
      .given(history(request(1), complete(1)))
      .when(change('act_unknown', { completed: true }))
      .thenNothing();
  });
});

describe('action items after another analysis', () => {
  const again = (...found: readonly AnalysedActionItem[]) => [request(2), complete(2, result(...found))] as const;
  const items = (...commands: readonly AnalysisCommand[]) => after(request(1), complete(1), ...commands).actionItems;

  it('are the same when the same words are quoted for the same side', () => {
    expect(items(...again({ ...contract, description: 'Send the signed contract.', due_date: null }))).toMatchObject([
      { id: 'act_10', createdAt: at(1), description: 'Send the signed contract.', dueDate: null },
    ]);
    expect(items(...again({ ...contract, owner: 'prospect' as const }))).toMatchObject([{ id: 'act_20' }]);
  });

  it('are the same when a newer engine quotes more or less of it', () => {
    const quoting = (quote: string) => ({ ...contract, evidence: [{ ...contract.evidence[0]!, quote }] });
    const less = quoting('I will send you the contract');
    expect(items(...again(less))).toMatchObject([{ id: 'act_10', evidence: less.evidence }]);
    expect(items(...again(quoting('Sure. I will send you the contract by next Friday.')))).toMatchObject([
      { id: 'act_10' },
    ]);
    expect(items(...again(quoting('I will call you.')))).toMatchObject([{ id: 'act_20' }]);
    // It is not taken from the one that is quoted as it was.
    expect(items(...again(less, contract))).toMatchObject([{ id: 'act_20' }, { id: 'act_10' }]);
  });

  it('go when they were not found again', () => {
    expect(items(...again(references))).toMatchObject([{ id: 'act_20' }]);
  });

  it('keep what a client did, found again or not', () => {
    const edits = change('act_10', { completed: true, description: 'Mail it.', owner: 'prospect' });
    const kept = { id: 'act_10', description: 'Mail it.', owner: 'prospect', completedAt: at(30) };
    expect(items(edits, ...again(contract))).toMatchObject([kept]);
    // In order of mention: the contract was promised before the references.
    expect(items(edits, ...again(references))).toMatchObject([kept, { id: 'act_20' }]);
  });

  it('take the new date where a client changed something else', () => {
    const edited = change('act_10', { description: 'Mail it.' });
    expect(items(edited, ...again({ ...contract, due_date: '2026-12-04' }))).toMatchObject([
      { id: 'act_10', description: 'Mail it.', dueDate: '2026-12-04' },
    ]);
  });

  it('are told apart by their words when one sentence promises two things', () => {
    const invoice = { ...contract, description: 'Send the invoice.' };
    const first = [request(1), complete(1, result(contract, invoice))];
    expect(after(...first, request(2), complete(2, result(invoice, contract))).actionItems).toMatchObject([
      { id: 'act_11', description: 'Send the invoice.' },
      { id: 'act_10', description: 'Send the contract.' },
    ]);
  });

  it('never share an id', () => {
    const some = fc.subarray([contract, references, { ...contract, owner: 'prospect' as const }, { ...contract }]);
    fc.assert(
      fc.property(some, some, (one, other) => {
        const { actionItems } = after(
          request(1),
          complete(1, result(...one)),
          request(2),
          complete(2, result(...other)),
        );
        expect(new Set(actionItems.map(({ id }) => id)).size).toBe(other.length);
        expect(actionItems).toHaveLength(other.length);
      }),
    );
  });
});
