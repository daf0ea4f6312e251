import { randomUUID } from 'node:crypto';
import { eventExamples, type EventData } from '@ci/contracts';
import { ConsumedTopics, messageOf, type SentMessage } from '@ci/messaging/consumer-specification';
import { inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import type { DataSource } from 'typeorm';
import type { ContactCommand } from '../src/contact/contact.commands.ts';
import { ContactCommandHandler } from '../src/handle-command/contact.command-handler.ts';
import type { AddressedCommand } from '../src/handle-command/commands-from-messages.ts';
import { startContacts, type RunningContacts } from './running-contacts.ts';

let contacts: RunningContacts;
let topics: ConsumedTopics;
beforeAll(async () => {
  contacts = await startContacts();
  await contacts.app.init();
  topics = await ConsumedTopics.connect(
    contacts.app,
    process.env['TEST_KAFKA_BROKERS'] ?? '',
    contacts.database.dataSource,
  );
});
// There is no broker behind the service itself: its relay gives up on its last messages after a while.
afterAll(async () => {
  await topics.close();
  await contacts.stop();
});

type Consumed = 'call.ended' | 'summary.ready' | 'call.updated' | 'call.deleted';

const email = 'marcus@acme.example';

/** The example of the topic, about a call of this workspace. */
function told<Topic extends Consumed>(topic: Topic, workspaceId: string, callId: string): SentMessage {
  const data = structuredClone<EventData<Consumed>>(eventExamples[topic]);
  data.prospect.email = email;
  if ('call_id' in data) data.call_id = callId;
  else data.call.id = callId;
  return messageOf(topic, workspaceId, callId, data as EventData<Topic>);
}

const createdIn = (workspaceId: string): Promise<{ key: string }[]> =>
  contacts.database.dataSource.query(
    `SELECT key FROM outbox WHERE workspace_id = $1 AND topic = 'contact.created' ORDER BY id`,
    [workspaceId],
  );

describe('a message that comes again after the inbox has forgotten it', () => {
  it.each(['call.ended', 'summary.ready', 'call.updated', 'call.deleted'] as const)(
    '%s has its effect once',
    async (topic) => {
      const workspaceId = `wsp_${randomUUID()}`;
      const callId = `call_${randomUUID()}`;
      const other = told('call.ended', workspaceId, `${callId}_other`);
      const before = (['call.ended', 'summary.ready', 'call.updated', 'call.deleted'] as const)
        .slice(0, topic === 'call.deleted' ? 4 : 3)
        .map((one) => told(one, workspaceId, callId));
      for (const message of [other, ...before]) expect(await topics.deliver(message)).toEqual(['handled']);
      const [seen, sent] = [await contacts.contactsOf(workspaceId), await createdIn(workspaceId)];
      expect(seen).toMatchObject([{ call_count: topic === 'call.deleted' ? 1 : 2 }]);
      expect(sent).toHaveLength(1);

      await topics.pruneInbox();
      const again = before.find((message) => message.topic === topic);
      await topics.deliver(...(again ? [again] : []), told('call.ended', workspaceId, `${callId}_other`));
      expect(await contacts.contactsOf(workspaceId)).toEqual(seen);
      expect(await createdIn(workspaceId)).toEqual(sent);
    },
  );

  it('all of them at once, too', async () => {
    const workspaceId = `wsp_${randomUUID()}`;
    const calls = Array.from({ length: 10 }, (_, index) => `call_${index}_${randomUUID()}`);
    const messages = calls.flatMap((callId) => [
      told('call.ended', workspaceId, callId),
      told('summary.ready', workspaceId, callId),
    ]);
    await topics.deliver(...messages);
    const [seen] = await contacts.contactsOf(workspaceId);
    expect(seen).toMatchObject({ call_count: 10 });
    await topics.pruneInbox();
    await topics.deliver(...messages);
    expect(await contacts.contactsOf(workspaceId)).toEqual([seen]);
    expect(await createdIn(workspaceId)).toHaveLength(1);
  });
});

describe('a contact that was forgotten with its last call', () => {
  it('is a new one with the next call, in a batch of its own: each is announced once', async () => {
    const workspaceId = `wsp_${randomUUID()}`;
    const call = (name: string) => `call_${name}_${workspaceId}`;
    await topics.deliver(told('call.ended', workspaceId, call('a')), told('call.ended', workspaceId, call('b')));
    const [first] = await contacts.contactsOf(workspaceId);
    expect(first).toMatchObject({ call_count: 2 });
    expect(await createdIn(workspaceId)).toEqual([{ key: first?.id }]);

    await topics.deliver(told('call.deleted', workspaceId, call('a')), told('call.deleted', workspaceId, call('b')));
    expect(await contacts.contactsOf(workspaceId)).toEqual([]);
    expect(await createdIn(workspaceId)).toEqual([]); // it was not sent yet

    await topics.deliver(
      told('call.ended', workspaceId, call('a')),
      told('call.ended', workspaceId, call('c')),
      told('call.ended', workspaceId, call('d')),
    );
    const [second, ...others] = await contacts.contactsOf(workspaceId);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ email, name: 'Marcus Webb', call_count: 2 });
    expect(second?.calls.map(({ id }) => id).toSorted()).toEqual([call('c'), call('d')]);
    expect(second?.id).not.toBe(first?.id);
    expect(await createdIn(workspaceId)).toEqual([{ key: second?.id }]);
  });

  it('does not come back in the same batch: that one stores nothing, and its messages one by one lead to the same', async () => {
    const workspaceId = `wsp_${randomUUID()}`;
    const addressed = addressedIn(workspaceId);
    const [joinA, leaveA, joinB] = [
      addressed(join('call_a')),
      addressed({ type: 'LeaveCall', callId: 'call_a' }),
      addressed(join('call_b')),
    ];
    await handle([joinA]);
    const [first] = await contacts.contactsOf(workspaceId);
    await expect(handle([leaveA, joinB])).rejects.toThrow('cannot come back in one batch');
    expect(await contacts.contactsOf(workspaceId)).toEqual([first]);

    await handle([leaveA]);
    await handle([joinB]);
    const [second, ...others] = await contacts.contactsOf(workspaceId);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ email, name: 'Marcus', call_count: 1, calls: [{ id: 'call_b' }] });
    expect(second?.id).not.toBe(first?.id);
    expect(await createdIn(workspaceId)).toEqual([{ key: second?.id }]);
  });
});

const handle = (commands: readonly AddressedCommand[]): Promise<void> =>
  inTransaction(contacts.app.get<DataSource>(WORKER_DATA_SOURCE), (tx) =>
    contacts.app.get(ContactCommandHandler).handle(tx, commands),
  );

const addressedIn =
  (workspaceId: string) =>
  (command: ContactCommand): AddressedCommand => ({
    workspaceId,
    email,
    command,
    metadata: { actor: '/ingestion', causationId: randomUUID() },
  });

const join = (callId: string): ContactCommand => ({
  type: 'JoinCall',
  newContactId: `con_${randomUUID()}`,
  now: new Date(),
  email,
  name: 'Marcus',
  company: null,
  callId,
  createdAt: '2026-11-20T15:00:00.000Z',
  durationSeconds: 94,
  repId: 'user_dana',
  providedOutcome: null,
  asOf: '2026-11-20T15:00:00.000Z',
});
