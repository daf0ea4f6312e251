import { erased, fold } from '@ci/domain';
import fc from 'fast-check';
import { memberDecider, type MemberCommand, type MemberState } from './member.decider.ts';
import type { MemberEvent } from './member.events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const role = fc.constantFrom('owner' as const, 'manager' as const, 'rep' as const, 'reader' as const);
const repIds = fc.subarray(['user_dana', 'user_li']);
const name = fc.constantFrom('Ana', ' Ana ', 'Bo', '');
const otherOwners = fc.constantFrom(0, 1, 2);
const commands = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('Join' as const),
      memberId: fc.constant('mem_1'),
      invitationId: fc.constant('inv_1'),
      role,
      repIds,
      name,
      email: fc.constant('ana@example.test'),
      now: fc.constant(now),
    }),
    fc.record({ type: fc.constant('Rename' as const), name, now: fc.constant(now) }),
    fc.record({ type: fc.constant('ChangeRole' as const), role, repIds, otherOwners, now: fc.constant(now) }),
    fc.record({ type: fc.constant('Remove' as const), otherOwners, now: fc.constant(now) }),
  ),
  { maxLength: 10 },
);

describe('laws of a member', () => {
  it('what is replayed is what was lived; without their name only that is missing', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { state, events } = live(given);
        const asStored = JSON.parse(JSON.stringify(events)) as MemberEvent[];
        expect(replay(asStored)).toEqual(state);
        const unnamed = events.map((event) => ('personal' in event ? { ...event, personal: erased } : event));
        expect(replay(unnamed)).toEqual(state.status === 'active' ? { ...state, name: '' } : state);
      }),
    );
  });

  it('who was removed never comes back', () => {
    fc.assert(
      fc.property(commands, commands, (before, after) => {
        const { state } = live(before);
        fc.pre(state.status === 'removed');
        expect(live(after, state).events).toEqual([]);
      }),
    );
  });

  it('an owner is none any more only while there is another one', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const alone = given.map((command) => ('otherOwners' in command ? { ...command, otherOwners: 0 } : command));
        const { state, events } = live(alone);
        const was = events.some(({ type, data }) => type === 'MemberJoined' && data.role === 'owner');
        if (was) expect(state).toMatchObject({ status: 'active', role: 'owner' });
      }),
    );
  });
});

const replay = (events: readonly MemberEvent[]) => fold(memberDecider, memberDecider.initialState(), events);

function live(given: readonly MemberCommand[], from: MemberState = memberDecider.initialState()) {
  const events: MemberEvent[] = [];
  let state = from;
  for (const command of given) {
    const decided = decidedOrRefused(command, state);
    state = fold(memberDecider, state, decided);
    events.push(...decided);
  }
  return { state, events };
}

function decidedOrRefused(command: MemberCommand, state: MemberState): readonly MemberEvent[] {
  try {
    return memberDecider.decide(command, state);
  } catch {
    return [];
  }
}
