import { randomUUID } from 'node:crypto';
import { eventExamples, type Contact, type ContactDetail, type ErrorBody } from '@ci/contracts';
import { reachOf, roles, type MemberRole, type OperationId } from '@ci/contracts/console';
import type { ReceivedMessage } from '@ci/messaging';
import { inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import { operationIds, roleCases, roleOutcomeOf } from '@ci/testing';
import type { DataSource } from 'typeorm';
import { OnCallEnded } from '../src/on-call-ended/on-call-ended.consumer.ts';
import { service } from '../src/service.ts';
import { startContacts, tokenFor, type RunningContacts } from './running-contacts.ts';

let contacts: RunningContacts;
beforeAll(async () => {
  contacts = await startContacts();
  await contacts.app.init();
});
// There is no broker: the relay gives up on its last messages after a while.
afterAll(() => contacts.stop());

const own = 'user_dana';
const reps = { own, other: 'user_li' };

/** A call with this address was recorded. */
async function called(
  workspaceId: string,
  call: { email: string; rep_id: string; created_at?: string },
): Promise<string> {
  const example = eventExamples['call.ended'];
  const { email, rep_id, created_at = example.call.created_at } = call;
  const id = `call_${randomUUID()}`;
  const data = {
    ...example,
    call: { ...example.call, id, rep_id, created_at, prospect_email: email },
    prospect: { ...example.prospect, email },
  };
  const { app } = contacts;
  const message = { id: randomUUID(), topic: 'call.ended', key: id, workspaceId, source: '/test', schemaVersion: 1 };
  const messages = [message as unknown as ReceivedMessage];
  const context = { messages, ignore: () => undefined };
  await inTransaction(app.get<DataSource>(WORKER_DATA_SOURCE), (tx) =>
    app.get(OnCallEnded).handle([data], { ...context, tx }),
  );
  return id;
}

type List = { readonly data: readonly Contact[]; readonly next_cursor: string | null };

async function ask<Body>(workspaceId: string, url: string, role: MemberRole, repIds: readonly string[] = [own]) {
  const scope = role === 'reader' ? 'read-only' : 'read-write';
  const token = await tokenFor(workspaceId, 'contacts', scope, { role, repIds });
  const answer = await contacts.app.inject({ url, headers: { 'x-internal-token': token } });
  return { status: answer.statusCode, body: answer.json<Body>() };
}

/** The path of each operation: all of them read, and ask for a contact or for the list. */
const description = await service.description();
const pathOf = Object.fromEntries(
  Object.entries(description.paths).map(([path, { get }]) => [get?.operationId ?? path, path]),
);
const operations = Object.keys(pathOf) as OperationId[];

describe('what each role may see of contacts', () => {
  it('is said of every operation', async () => {
    expect(operations.toSorted()).toEqual(operationIds(description));
  });

  it.each(roleCases(roles, operations, reachOf))('%s, %s, %s: %s', async (role, operation, whose, outcome) => {
    const workspaceId = `wsp_${randomUUID()}`;
    await called(workspaceId, { email: 'ada@example.com', rep_id: reps[whose] });
    const [contact] = await contacts.contactsOf(workspaceId);
    const id = contact?.id ?? '';
    const { status, body } = await ask<Partial<List & ErrorBody>>(
      workspaceId,
      pathOf[operation]!.replace('{id}', id),
      role,
    );
    const shows = operation !== 'listContacts' || body.data?.some((one) => one.id === id);
    expect(roleOutcomeOf({ status, code: body.error?.code }, shows)).toBe(outcome);
  });
});

describe('to a rep', () => {
  const workspaceId = `wsp_${randomUUID()}`;
  let ofOther: string;
  beforeAll(async () => {
    for (const [email, rep_id, created_at] of [
      ['ada@example.com', own, '2026-11-01T10:00:00.000Z'],
      ['ada@example.com', reps.other, '2026-11-03T10:00:00.000Z'],
      ['bo@example.com', own, '2026-11-02T10:00:00.000Z'],
      ['bo@example.com', 'user_second', '2026-11-04T10:00:00.000Z'],
    ] as const)
      await called(workspaceId, { email, rep_id, created_at });
    ofOther = await called(workspaceId, { email: 'cy@example.com', rep_id: reps.other });
  });

  it('a contact is what their own calls amount to, in the list as alone', async () => {
    const { data } = (await ask<List>(workspaceId, '/v1/contacts', 'rep')).body;
    expect(data.map(({ email, call_count, last_call_at }) => [email, call_count, last_call_at])).toEqual([
      ['bo@example.com', 1, '2026-11-02T10:00:00.000Z'],
      ['ada@example.com', 1, '2026-11-01T10:00:00.000Z'],
    ]);
    for (const listed of data) {
      const { calls, ...contact } = (await ask<ContactDetail>(workspaceId, `/v1/contacts/${listed.id}`, 'rep')).body;
      expect(contact).toEqual(listed);
      expect(calls.map(({ rep_id }) => rep_id)).toEqual([own]);
    }
    const all = await ask<List>(workspaceId, '/v1/contacts', 'reader');
    expect(JSON.stringify(all.body)).toContain('cy@example.com');
    expect((await ask<List>(workspaceId, '/v1/contacts?email=cy@example.com', 'rep')).body.data).toEqual([]);
    expect(ofOther).toMatch(/^call_/);
  });

  it('pages neither repeat nor skip, whose several ids those calls have', async () => {
    const page = async (query: string) =>
      (await ask<List>(workspaceId, `/v1/contacts?limit=1${query}`, 'rep', [own, 'user_second'])).body;
    const first = await page('');
    const second = await page(`&cursor=${first.next_cursor ?? ''}`);
    expect([first, second].map(({ data }) => data.map(({ email, call_count }) => [email, call_count]))).toEqual([
      [['bo@example.com', 2]],
      [['ada@example.com', 1]],
    ]);
    expect(second.next_cursor).toBeNull();
  });

  it('nobody is a contact without an own call, and who has no id sees none', async () => {
    expect((await ask<List>(workspaceId, '/v1/contacts', 'rep', [])).body.data).toEqual([]);
  });
});
