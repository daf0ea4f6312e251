import type { Projection } from '@ci/event-store';
import { checkProjectors } from '@ci/event-store/projector-specification';
import { testDatabase, type TestDatabase } from '@ci/testing';
import fc from 'fast-check';
import { apiKeyDecider } from '../src/api-key/api-key.decider.ts';
import { apiKeyEvents } from '../src/api-key/api-key.events.ts';
import { projectApiKeyRows } from '../src/api-key-rows/api-key-rows.projector.ts';
import { entities, migrations } from '../src/database/schema.ts';
import { invitationDecider } from '../src/invitation/invitation.decider.ts';
import { invitationEvents } from '../src/invitation/invitation.events.ts';
import { projectInvitationRows } from '../src/invitation-rows/invitation-rows.projector.ts';
import { memberDecider } from '../src/member/member.decider.ts';
import { memberEvents } from '../src/member/member.events.ts';
import { projectMemberRows } from '../src/member-rows/member-rows.projector.ts';
import { operations } from '../src/operations.ts';
import { workspaceDecider } from '../src/workspace/workspace.decider.ts';
import { workspaceEvents } from '../src/workspace/workspace.events.ts';
import { projectWorkspaceRows } from '../src/workspace-rows/workspace-rows.projector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'gateway', entities, migrations });
});
afterAll(() => database.drop());

const now = fc.constantFrom(new Date('2026-11-20T10:00:00.000Z'), new Date('2026-11-20T11:00:00.000Z'));
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
const only = (name: string): Projection[] => (operations.projections ?? []).filter((one) => one.name === name);

const name = fc.constantFrom('Acme', 'Globex', 'O\'Neil "quoted" \\ back');
// One that a workspace gives up is free for another, also within one call of the projector.
const slug = fc.constantFrom('acme', 'globex');
const timezone = fc.constantFrom('Europe/Lisbon', 'Asia/Tokyo');
const domains = fc.subarray(['acme.example', 'globex.example']);
const ofAnyWorkspace = fc.constantFrom('wsp_a', 'wsp_b', 'wsp_c').chain((workspaceId) => {
  const stream = { type: 'workspace', id: `workspace-${workspaceId}`, workspaceId };
  return fc
    .oneof(
      fc.record({
        type: fc.constant('CreateWorkspace' as const),
        workspaceId: fc.constant(workspaceId),
        settings: fc.record({ slug, name, timezone, domains }, { requiredKeys: ['name', 'timezone', 'domains'] }),
        now,
      }),
      fc.record({
        type: fc.constant('ChangeWorkspace' as const),
        settings: fc.record({ slug, name, timezone, domains }, { requiredKeys: [] }),
        now,
      }),
    )
    .map((command) => ({ stream, command }));
});

const ofAnyKey = fc.constantFrom('key_a', 'key_b', 'key_c').chain((keyId) => {
  const stream = { type: 'key', id: `key-${keyId}`, workspaceId: 'wsp_a' };
  return fc
    .oneof(
      fc.record({
        type: fc.constant('CreateKey' as const),
        keyId: fc.constant(keyId),
        name,
        scope: fc.constantFrom('read-only' as const, 'read-write' as const),
        now,
      }),
      fc.record({ type: fc.constant('DeleteKey' as const), now }),
    )
    .map((command) => ({ stream, command }));
});

const role = fc.constantFrom('owner' as const, 'manager' as const, 'rep' as const, 'reader' as const);
const repIds = fc.subarray(['user_dana', 'user_li']);
const otherOwners = fc.constantFrom(0, 1);
const ofAnyMember = fc.constantFrom('mem_a', 'mem_b', 'mem_c').chain((memberId) => {
  const stream = { type: 'member', id: `member-${memberId}`, workspaceId: 'wsp_a' };
  return fc
    .oneof(
      fc.record({
        type: fc.constant('Join' as const),
        memberId: fc.constant(memberId),
        invitationId: fc.constant('inv_a'),
        role,
        repIds,
        name,
        email: fc.constant(`${memberId}@example.test`),
        now,
      }),
      fc.record({ type: fc.constant('Rename' as const), name, now }),
      fc.record({ type: fc.constant('ChangeRole' as const), role, repIds, otherOwners, now }),
      fc.record({ type: fc.constant('Remove' as const), otherOwners, now }),
    )
    .map((command) => ({ stream, command }));
});

const owners = fc.subarray(['mem_a', 'mem_c']);
const ofAnyInvitation = fc.constantFrom('inv_a', 'inv_b', 'inv_c').chain((invitationId) => {
  const stream = { type: 'invitation', id: `invitation-${invitationId}`, workspaceId: 'wsp_a' };
  return fc
    .oneof(
      fc.record({
        type: fc.constant('CreateInvitation' as const),
        invitationId: fc.constant(invitationId),
        role,
        repIds,
        createdBy: fc.constantFrom(null, 'mem_a'),
        first: fc.boolean(),
        owners,
        now,
      }),
      fc.record({ type: fc.constant('AcceptInvitation' as const), memberId: fc.constant('mem_b'), owners, now }),
      fc.record({ type: fc.constant('WithdrawInvitation' as const), now }),
    )
    .map((command) => ({ stream, command }));
});

describe('the same however their events are cut into calls of the projector, and rebuilt, are', () => {
  it('workspaces', async () => {
    let events = 0;
    const kind = { decider: workspaceDecider, catalogue: workspaceEvents, projectors: [projectWorkspaceRows] };
    await fc.assert(
      fc.asyncProperty(fc.array(ofAnyWorkspace, { minLength: 8, maxLength: 20 }), sizes, async (commands, cut) => {
        const { dataSource } = database;
        const projections = only('workspaces');
        events += await checkProjectors({ dataSource, projections, ...kind }, { commands, sizes: cut });
      }),
      { numRuns: 20 },
    );
    expect(events).toBeGreaterThan(40);
  }, 120_000);

  it('API keys', async () => {
    let events = 0;
    const kind = { decider: apiKeyDecider, catalogue: apiKeyEvents, projectors: [projectApiKeyRows] };
    await fc.assert(
      fc.asyncProperty(fc.array(ofAnyKey, { minLength: 6, maxLength: 12 }), sizes, async (commands, cut) => {
        const { dataSource } = database;
        const projections = only('api-keys');
        events += await checkProjectors({ dataSource, projections, ...kind }, { commands, sizes: cut });
      }),
      { numRuns: 20 },
    );
    expect(events).toBeGreaterThan(20);
  }, 120_000);

  it('members', async () => {
    let events = 0;
    const kind = { decider: memberDecider, catalogue: memberEvents, projectors: [projectMemberRows] };
    await fc.assert(
      fc.asyncProperty(fc.array(ofAnyMember, { minLength: 8, maxLength: 16 }), sizes, async (commands, cut) => {
        const { dataSource } = database;
        const projections = only('members');
        events += await checkProjectors({ dataSource, projections, ...kind }, { commands, sizes: cut });
      }),
      { numRuns: 20 },
    );
    expect(events).toBeGreaterThan(40);
  }, 120_000);

  it('invitations', async () => {
    let events = 0;
    const kind = { decider: invitationDecider, catalogue: invitationEvents, projectors: [projectInvitationRows] };
    await fc.assert(
      fc.asyncProperty(fc.array(ofAnyInvitation, { minLength: 6, maxLength: 12 }), sizes, async (commands, cut) => {
        const { dataSource } = database;
        const projections = only('invitations');
        events += await checkProjectors({ dataSource, projections, ...kind }, { commands, sizes: cut });
      }),
      { numRuns: 20 },
    );
    expect(events).toBeGreaterThan(20);
  }, 120_000);
});
