import { inTransaction, sendTogether } from '@ci/database';
import type { StreamRef } from '@ci/domain';
import { append, defineProjection, rebuildProjection, runCommand } from '@ci/event-store';
import { testDatabase, type TestDatabase } from '@ci/testing';
import fc from 'fast-check';
import type { ContactCommand } from '../contact/contact.commands.ts';
import { contactEvents, type ContactEvent } from '../contact/contact.events.ts';
import { entities, migrations } from '../database/schema.ts';
import { contact } from '../contact.aggregate.ts';
import { operations } from '../operations.ts';
import { ContactCallRow } from './contact-call.entity.ts';
import { projectContactRows } from './contact-rows.projector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'contacts', entities, migrations });
});
afterAll(() => database.drop());

const outcome = fc.constantFrom('won' as const, 'lost' as const, null);
const callId = fc.constantFrom('call_a', 'call_b', 'call_c');
const minute = fc.integer({ min: 0, max: 59 }).map((at) => `2026-11-20T15:${String(at).padStart(2, '0')}:00.000Z`);
const name = fc.constantFrom('Ada', 'O\'Neil "quoted" \\ back', null);
const command: fc.Arbitrary<ContactCommand> = fc.oneof(
  fc.record({
    type: fc.constant('JoinCall' as const),
    newContactId: fc.uuid(),
    now: fc.constant(new Date('2026-11-20T15:00:00.000Z')),
    email: fc.constant('ada@example.com'),
    name,
    company: name,
    callId,
    createdAt: minute,
    durationSeconds: fc.nat(100),
    repId: fc.constantFrom('user_dana', 'user_li'),
    providedOutcome: outcome,
    asOf: minute,
  }),
  fc.record({
    type: fc.constant('NoteAnalysis' as const),
    callId,
    revision: fc.integer({ min: 1, max: 3 }),
    coachingScore: fc.nat(100),
    inferredOutcome: outcome,
  }),
  fc.record({ type: fc.constant('NoteProvidedOutcome' as const), callId, outcome, asOf: minute }),
  fc.record({ type: fc.constant('LeaveCall' as const), callId }),
);

describe('the rows of contacts', () => {
  it('are the same from many events at once, in pages of any size, as from one command after the other', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), command), { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 40 }),
        async (commands, pageEvents) => {
          const workspaceId = `wsp_${(run += 1)}`;
          for (const [contact, one] of commands) {
            const stream = { type: 'contact', id: `contact-${run}-${contact}`, workspaceId };
            const prospect = one.type === 'JoinCall' ? { ...one, email: `${contact}@example.com` } : one;
            await execute(stream, prospect);
          }
          await expectSameWhenRebuilt(pageEvents);
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  it('have no rep for a call that joined before reps were kept, also when they are rebuilt', async () => {
    const stream = { type: 'contact', id: 'contact-of-before', workspaceId: 'wsp_before' };
    const before: ContactEvent[] = [
      {
        type: 'ContactRegistered',
        data: { contactId: 'con_before', registeredAt: '2026-11-20T15:31:02.301Z' },
        personal: { email: 'before@example.com' },
      },
      { type: 'CallJoined', data: { callId: 'call_1', createdAt: '2026-11-20T15:00:00.000Z', durationSeconds: 94 } },
    ];
    await inTransaction(database.dataSource, async (tx) => {
      await sendTogether(tx, projectContactRows(await append(tx, stream, 0, before, {}, contactEvents)));
    });
    await execute(stream, { ...joinCall, callId: 'call_1', repId: 'user_dana' });
    await execute(stream, { ...joinCall, callId: 'call_2', repId: 'user_dana' });
    const reps = () =>
      database.dataSource
        .getRepository(ContactCallRow)
        .find({ where: { streamId: stream.id }, order: { callId: 'ASC' } })
        .then((rows) => rows.map(({ callId: id, repId }) => [id, repId]));
    expect(await reps()).toEqual([
      ['call_1', null],
      ['call_2', 'user_dana'],
    ]);
    await expectSameWhenRebuilt();
  });

  it('differ when an event is left out, so that the comparison above can fail', async () => {
    const { comparison } = await rebuildProjection({
      dataSource: database.dataSource,
      dryRun: true,
      projection: defineProjection({
        name: 'contact-list',
        tables: ['contact_calls', 'contacts'],
        streamTypes: ['contact'],
        catalogue: contactEvents,
        projector: (events) => projectContactRows(events.filter(({ event }) => event.type !== 'CallJoined')),
      }),
    });
    expect(comparison.some(({ onlyOld, onlyNew, changed }) => onlyOld + onlyNew + changed > 0)).toBe(true);
  });
});

const joinCall = {
  type: 'JoinCall' as const,
  newContactId: 'con_new',
  now: new Date('2026-11-20T15:31:02.301Z'),
  email: 'before@example.com',
  name: null,
  company: null,
  createdAt: '2026-11-20T16:00:00.000Z',
  durationSeconds: 94,
  providedOutcome: null,
  asOf: '2026-11-20T16:31:00.000Z',
};

function execute(stream: StreamRef, one: ContactCommand): Promise<unknown> {
  return inTransaction(database.dataSource, (tx) => runCommand(tx, contact, { stream, command: one, metadata: {} }));
}

async function expectSameWhenRebuilt(pageEvents = 100): Promise<void> {
  const [projection = never()] = operations.projections ?? [];
  const { comparison } = await rebuildProjection({
    dataSource: database.dataSource,
    projection,
    pageEvents,
    dryRun: true,
  });
  for (const one of comparison) expect(one).toMatchObject({ onlyOld: 0, onlyNew: 0, changed: 0 });
}

function never(): never {
  throw new Error('contacts declare no projection');
}
