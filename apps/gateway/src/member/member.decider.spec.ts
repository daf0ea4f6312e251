import { specify } from '@ci/domain/specification';
import { memberDecider, type MemberCommand } from './member.decider.ts';
import type { MemberEvent } from './member.events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const at = '2026-11-20T10:00:00.000Z';
const join: MemberCommand = {
  type: 'Join',
  memberId: 'mem_1',
  invitationId: 'inv_1',
  role: 'owner',
  repIds: [],
  name: ' Ana ',
  email: 'ana@example.test',
  now,
};
const joined: MemberEvent = {
  type: 'MemberJoined',
  data: { memberId: 'mem_1', role: 'owner', invitationId: 'inv_1', joinedAt: at },
  personal: { name: 'Ana', email: 'ana@example.test' },
};
const removed: MemberEvent = { type: 'MemberRemoved', data: { removedAt: at } };
const { initialState, evolve, decide } = memberDecider;
const owner = evolve(initialState(), joined);

describe('a member', () => {
  it('joins once', () => {
    specify(memberDecider).given([]).when(join).then([joined]);
    for (const state of [owner, evolve(owner, removed)]) expect(() => decide(join, state)).toThrow(/exists already/);
  });

  it('has a name', () => {
    specify(memberDecider)
      .given([joined])
      .when({ type: 'Rename', name: ' Anna ', now })
      .then([{ type: 'MemberRenamed', data: { renamedAt: at }, personal: { name: 'Anna' } }]);
    specify(memberDecider).given([joined]).when({ type: 'Rename', name: 'Ana ', now }).then([]);
    for (const name of ['', '  ', 'x'.repeat(201)])
      expect(() => decide({ type: 'Rename', name, now }, owner)).toThrow(/name must have/);
  });

  it('gets another role, or keeps the one there is', () => {
    specify(memberDecider)
      .given([joined])
      .when({ type: 'ChangeRole', role: 'manager', repIds: [], otherOwners: 1, now })
      .then([{ type: 'MemberRoleChanged', data: { role: 'manager', changedAt: at } }]);
    specify(memberDecider)
      .given([joined])
      .when({ type: 'ChangeRole', role: 'owner', repIds: [], otherOwners: 0, now })
      .then([]);
  });

  it('is linked to the reps that they are, each once', () => {
    const linked: MemberEvent = { type: 'MemberRoleChanged', data: { role: 'rep', repIds: ['a', 'b'], changedAt: at } };
    const link = (repIds: readonly string[]): MemberCommand => ({
      type: 'ChangeRole',
      role: 'rep',
      repIds,
      otherOwners: 1,
      now,
    });
    specify(memberDecider)
      .given([joined])
      .when(link(['b', 'a', 'b']))
      .then([linked]);
    specify(memberDecider)
      .given([joined, linked])
      .when(link(['b', 'a']))
      .then([]);
    specify(memberDecider)
      .given([joined, linked])
      .when(link([]))
      .then([{ type: 'MemberRoleChanged', data: { role: 'rep', changedAt: at } }]);
    for (const repIds of [
      [''],
      ['x'.repeat(201)],
      [...'abcdefghijk'],
      ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => id.repeat(200)),
    ])
      expect(() => decide(link(repIds), owner)).toThrow(/rep_ids must/);
    // The only owner is none the less an owner with reps.
    expect(decide({ ...link(['a']), role: 'owner', otherOwners: 0 } as MemberCommand, owner)).toHaveLength(1);
  });

  it('of before there were four roles is a reader', () => {
    const member = evolve(initialState(), { ...joined, data: { ...joined.data, role: 'member' } });
    expect(member).toMatchObject({ role: 'reader', repIds: [] });
    expect(evolve(owner, { type: 'MemberRoleChanged', data: { role: 'member', changedAt: at } })).toMatchObject({
      role: 'reader',
    });
  });

  it('who is the only owner stays one', () => {
    expect(() => decide({ type: 'ChangeRole', role: 'reader', repIds: [], otherOwners: 0, now }, owner)).toThrow(
      /only owner/,
    );
    expect(() => decide({ type: 'Remove', otherOwners: 0, now }, owner)).toThrow(/only owner/);
    const plain = evolve(owner, { type: 'MemberRoleChanged', data: { role: 'reader', changedAt: at } });
    expect(decide({ type: 'Remove', otherOwners: 0, now }, plain)).toEqual([removed]);
  });

  it('who was removed is nobody any more', () => {
    specify(memberDecider).given([joined]).when({ type: 'Remove', otherOwners: 1, now }).then([removed]);
    const gone = evolve(owner, removed);
    const later: MemberCommand[] = [
      { type: 'Rename', name: 'Ana', now },
      { type: 'ChangeRole', role: 'owner', repIds: [], otherOwners: 1, now },
      { type: 'Remove', otherOwners: 1, now },
    ];
    for (const command of later) expect(() => decide(command, gone)).toThrow();
  });
});
