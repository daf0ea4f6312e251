import { fold } from '@ci/domain';
import fc from 'fast-check';
import type { ContactCommand } from './contact.commands.ts';
import { contactDecider } from './contact.decider.ts';
import type { ContactEvent } from './contact.events.ts';
import type { ContactState } from './contact.state.ts';

/** Facts about a call come over several topics, in any order between them, and more than once. */
const outcome = fc.constantFrom('won' as const, 'lost' as const, null);
const callIds = ['call_1', 'call_2', 'call_3'];
const minute = (value: number) => new Date(Date.UTC(2026, 10, 20, 16, value)).toISOString();

/** What one call can say of itself: one end, then analyses by revision and updates by time, and perhaps a deletion. */
const factsOfCall = (callId: string): fc.Arbitrary<ContactCommand[]> =>
  fc
    .record({
      provided: outcome,
      scores: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
      updates: fc.array(outcome, { maxLength: 3 }),
      isDeleted: fc.boolean(),
    })
    .map(({ provided, scores, updates, isDeleted }) => [
      ended(callId, provided),
      ...scores.map((coachingScore, index): ContactCommand => ({
        type: 'NoteAnalysis',
        callId,
        revision: index + 1,
        coachingScore,
        inferredOutcome: 'follow_up',
      })),
      ...updates.map((updated, index): ContactCommand => ({
        type: 'NoteProvidedOutcome',
        callId,
        outcome: updated,
        asOf: minute(index + 1),
      })),
      ...(isDeleted ? [{ type: 'LeaveCall', callId } as const] : []),
    ]);

const ended = (callId: string, providedOutcome: 'won' | 'lost' | null): ContactCommand => ({
  type: 'JoinCall',
  // The same in every call: which call names the prospect is decided by which comes first, and is checked in another test.
  newContactId: 'con_1',
  now: new Date('2026-11-20T17:00:00.000Z'),
  email: 'marcus@acme.example',
  name: 'Marcus Webb',
  company: null,
  callId,
  createdAt: '2026-11-20T15:00:00.000Z',
  durationSeconds: 94,
  repId: 'user_dana',
  providedOutcome,
  asOf: minute(0),
});

const facts = fc.tuple(...callIds.map(factsOfCall)).map((ofCalls) => ofCalls.flat());

/** The same facts in two orders, some of them repeated. */
const twoOrders = facts.chain((all) =>
  fc.tuple(
    fc.shuffledSubarray(all, { minLength: all.length }),
    fc
      .array(fc.constantFrom(...all), { maxLength: 8 })
      .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length })),
  ),
);

describe('laws of a contact', () => {
  it('the same facts in any order, any of them repeated, make the same calls', () => {
    fc.assert(
      fc.property(twoOrders, ([one, other]) => expect(callsOf(live(one).state)).toEqual(callsOf(live(other).state))),
      { numRuns: 500 },
    );
  });

  it('a contact is there exactly while a call is that has joined and not left', () => {
    fc.assert(
      fc.property(twoOrders, ([, order]) => {
        const { state } = live(order);
        const isThere = [...state.calls.values()].some(({ joined }) => joined !== null);
        expect(state.contactId !== null).toBe(isThere);
      }),
    );
  });

  it('what is replayed is what was lived', () => {
    fc.assert(
      fc.property(twoOrders, ([, order]) => {
        const { state, events } = live(order);
        const asStored = JSON.parse(JSON.stringify(events)) as ContactEvent[];
        expect(fold(contactDecider, contactDecider.initialState(), asStored)).toEqual(state);
      }),
    );
  });

  it('what is known already decides nothing', () => {
    fc.assert(
      fc.property(twoOrders, ([one, again]) => {
        const { state } = live(one);
        for (const command of again) expect(contactDecider.decide(command, state)).toEqual([]);
      }),
    );
  });

  it('an outcome that was taken back does not return with a call.ended that was overtaken by it', () => {
    const takenBack = { type: 'NoteProvidedOutcome', callId: 'call_1', outcome: null, asOf: minute(1) } as const;
    expect(callsOf(live([takenBack, ended('call_1', 'won')]).state)).toEqual(
      callsOf(live([ended('call_1', 'won'), takenBack]).state),
    );
  });
});

function live(commands: readonly ContactCommand[]): { state: ContactState; events: readonly ContactEvent[] } {
  const events: ContactEvent[] = [];
  let state = contactDecider.initialState();
  for (const command of commands) {
    const decided = contactDecider.decide(command, state);
    state = fold(contactDecider, state, decided);
    events.push(...decided);
  }
  return { state, events };
}

/** What a reader sees of the calls. An outcome that was never given and one that was taken back look the same. */
function callsOf({ calls }: ContactState) {
  return Object.fromEntries(
    [...calls].map(([id, call]) => [id, { ...call, provided: call.provided?.outcome ?? null }]),
  );
}
