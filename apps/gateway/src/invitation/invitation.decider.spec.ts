import { specify } from '@ci/domain/specification';
import { invitationDecider, type InvitationCommand } from './invitation.decider.ts';
import type { InvitationEvent } from './invitation.events.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const at = '2026-11-20T10:00:00.000Z';
const created: InvitationEvent = {
  type: 'InvitationCreated',
  data: {
    invitationId: 'inv_1',
    role: 'rep',
    repIds: ['user_dana'],
    createdAt: at,
    expiresAt: '2026-11-27T10:00:00.000Z',
    createdBy: 'mem_1',
  },
};
const accepted: InvitationEvent = { type: 'InvitationAccepted', data: { memberId: 'mem_2', acceptedAt: at } };
const withdrawn: InvitationEvent = { type: 'InvitationWithdrawn', data: { withdrawnAt: at } };
const create: InvitationCommand = {
  type: 'CreateInvitation',
  invitationId: 'inv_1',
  role: 'rep',
  repIds: ['user_dana', 'user_dana'],
  createdBy: 'mem_1',
  first: false,
  owners: ['mem_0', 'mem_1'],
  now,
};
const accept = (time: string, owners = ['mem_0', 'mem_1']): InvitationCommand => ({
  type: 'AcceptInvitation',
  memberId: 'mem_2',
  owners,
  now: new Date(time),
});
const { initialState, evolve, decide } = invitationDecider;
const open = evolve(initialState(), created);

describe('an invitation', () => {
  it('is made once, for 7 days', () => {
    specify(invitationDecider).given([]).when(create).then([created]);
    expect(() => decide(create, open)).toThrow(/exists already/);
  });

  it('is accepted once, and in time', () => {
    specify(invitationDecider).given([created]).when(accept(at)).then([accepted]);
    expect(decide(accept('2026-11-27T09:59:59.999Z'), open)).toHaveLength(1);
    expect(() => decide(accept('2026-11-27T10:00:00.000Z'), open)).toThrow();
  });

  it('is worth nothing without its maker’s right to invite', () => {
    expect(() => decide({ ...create, owners: ['mem_0'] }, initialState())).toThrow(/Only an owner/);
    expect(() => decide(accept(at, ['mem_0']), open)).toThrow();
  });

  it('of an operator is good beside owners, unless it is for the first', () => {
    const first = { ...create, createdBy: null, first: true, owners: [] };
    const state = decide(first, initialState()).reduce(evolve, initialState());
    expect(decide(accept(at, []), state)).toEqual([accepted]);
    expect(() => decide(accept(at, ['mem_0']), state)).toThrow();
    const other = decide({ ...create, createdBy: null }, initialState()).reduce(evolve, initialState());
    expect(decide(accept(at, ['mem_0']), other)).toEqual([accepted]);
  });

  it('that is over is neither accepted nor withdrawn', () => {
    specify(invitationDecider).given([created]).when({ type: 'WithdrawInvitation', now }).then([withdrawn]);
    for (const state of [initialState(), evolve(open, accepted), evolve(open, withdrawn)]) {
      expect(() => decide(accept(at), state)).toThrow();
      expect(() => decide({ type: 'WithdrawInvitation', now }, state)).toThrow();
    }
  });
});
