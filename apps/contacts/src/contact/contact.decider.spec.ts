import { fold } from '@ci/domain';
import { specify } from '@ci/domain/specification';
import fc from 'fast-check';
import type { ContactCommand } from './contact.commands.ts';
import { contactDecider } from './contact.decider.ts';
import type { ContactEvent } from './contact.events.ts';

const join = (change: Partial<Extract<ContactCommand, { type: 'JoinCall' }>> = {}): ContactCommand => ({
  type: 'JoinCall',
  newContactId: 'con_1',
  now: new Date('2026-11-20T15:31:02.301Z'),
  email: 'marcus@acme.example',
  name: null,
  company: null,
  callId: 'call_1',
  createdAt: '2026-11-20T15:00:00.000Z',
  durationSeconds: 94,
  repId: 'user_dana',
  providedOutcome: null,
  asOf: '2026-11-20T15:31:00.000Z',
  ...change,
});
const registered: ContactEvent = {
  type: 'ContactRegistered',
  data: { contactId: 'con_1', registeredAt: '2026-11-20T15:31:02.301Z' },
  personal: { email: 'marcus@acme.example' },
};
const joined = (callId: string): ContactEvent => ({
  type: 'CallJoined',
  data: { callId, createdAt: '2026-11-20T15:00:00.000Z', durationSeconds: 94, repId: 'user_dana' },
});
/** As version 1.0 of this service stored it. */
const joinedWithoutRep: ContactEvent = {
  type: 'CallJoined',
  data: { callId: 'call_1', createdAt: '2026-11-20T15:00:00.000Z', durationSeconds: 94 },
};
const learned = (name: string | null, company: string | null): ContactEvent => ({
  type: 'DetailsLearned',
  data: { callId: 'call_1' },
  personal: { name, company },
});

describe('a contact', () => {
  it('is registered by its first call, with what that call knows', () => {
    specify(contactDecider)
      .given([])
      .when(join({ name: 'Marcus Webb' }))
      .then([registered, learned('Marcus Webb', null), joined('call_1')]);
  });

  it('counts a call once', () => {
    specify(contactDecider)
      .given([registered, joined('call_1')])
      .when(join())
      .then([]);
  });

  it('counts a call once that joined before reps were kept: its rep is not made up for', () => {
    specify(contactDecider).given([registered, joinedWithoutRep]).when(join()).then([]);
  });

  it('fills what is empty from later calls and overwrites nothing', () => {
    specify(contactDecider)
      .given([registered, learned('Marcus Webb', null), joined('call_1')])
      .when(join({ callId: 'call_2', name: 'M. Webb', company: 'Acme' }))
      .then([
        { type: 'DetailsLearned', data: { callId: 'call_2' }, personal: { name: null, company: 'Acme' } },
        joined('call_2'),
      ]);
  });

  it('notes an analysis before the call has joined, without being registered by it', () => {
    specify(contactDecider)
      .given([])
      .when({ type: 'NoteAnalysis', callId: 'call_1', revision: 1, coachingScore: 60, inferredOutcome: 'won' })
      .then([
        { type: 'CallAnalysed', data: { callId: 'call_1', revision: 1, coachingScore: 60, inferredOutcome: 'won' } },
      ]);
  });

  it('is forgotten when its last call leaves, and not before', () => {
    const two = [registered, joined('call_1'), joined('call_2')];
    const left = (callId: string): ContactEvent => ({ type: 'CallLeft', data: { callId } });
    const forgotten: ContactEvent = { type: 'ContactForgotten', data: { contactId: 'con_1' } };
    specify(contactDecider)
      .given(two)
      .when({ type: 'LeaveCall', callId: 'call_2' })
      .then([left('call_2')]);
    specify(contactDecider)
      .given([...two, left('call_2')])
      .when({ type: 'LeaveCall', callId: 'call_1' })
      .then([left('call_1'), forgotten]);
    // When a call that never joined leaves, the contact stays.
    specify(contactDecider)
      .given(two)
      .when({ type: 'LeaveCall', callId: 'call_3' })
      .then([left('call_3')]);
    specify(contactDecider)
      .given([registered, learned('Marcus Webb', 'Acme'), joined('call_1'), left('call_1'), forgotten])
      .when(join({ newContactId: 'con_2', callId: 'call_4' }))
      .then([{ ...registered, data: { ...registered.data, contactId: 'con_2' } }, joined('call_4')]);
  });

  it('ignores everything about a call that has left', () => {
    const gone: ContactEvent[] = [registered, joined('call_1'), { type: 'CallLeft', data: { callId: 'call_1' } }];
    specify(contactDecider).given(gone).when(join()).then([]);
    specify(contactDecider).given(gone).when({ type: 'LeaveCall', callId: 'call_1' }).then([]);
  });

  it('is the same whatever the order in which the facts about its calls arrive, and however often', () => {
    const facts: ContactCommand[] = [
      join({ name: 'Marcus Webb' }),
      join({ callId: 'call_2', company: 'Acme', providedOutcome: 'lost' }),
      { type: 'NoteAnalysis', callId: 'call_1', revision: 1, coachingScore: 60, inferredOutcome: 'won' },
      { type: 'NoteAnalysis', callId: 'call_1', revision: 2, coachingScore: 70, inferredOutcome: 'follow_up' },
      { type: 'NoteProvidedOutcome', callId: 'call_2', outcome: 'won', asOf: '2026-11-20T16:00:00.000Z' },
      { type: 'LeaveCall', callId: 'call_3' },
      join({ callId: 'call_3' }),
    ];
    const inOrder = contactAfter(facts);
    fc.assert(
      fc.property(fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 }), (shuffled) =>
        expect(contactAfter(shuffled)).toEqual(inOrder),
      ),
    );
  });
});

function contactAfter(commands: readonly ContactCommand[]) {
  const state = commands.reduce(
    (current, command) => fold(contactDecider, current, contactDecider.decide(command, current)),
    contactDecider.initialState(),
  );
  const { name, company, email, calls } = state;
  const comparable = [...calls].map(([id, { joined, analysed, provided, left }]) => ({
    id,
    joined,
    analysed,
    outcome: provided?.outcome ?? null,
    left,
  }));
  return { name, company, email, calls: comparable.sort((a, b) => a.id.localeCompare(b.id)) };
}
