import { randomUUID } from 'node:crypto';
import { eventExamples } from '@ci/contracts';
import { encodeEnvelope, KafkaTransport } from '@ci/messaging';
import { inTransaction, WORKER_DATA_SOURCE } from '@ci/database';
import { answersWithoutFilters, forgetWorkspaceFilters, letPoliciesPass, type ForgottenFilters } from '@ci/testing';
import { DataSource } from 'typeorm';
import { startContacts, tokenFor, type RunningContacts } from './running-contacts.ts';

let contacts: RunningContacts;
let filters: ForgottenFilters;
let contactId: string;
beforeAll(async () => {
  contacts = await startContacts();
  await contacts.app.init();
  await endedCallOf('wsp_alice');
  contactId = (await contacts.contactsOf('wsp_alice'))[0]?.id ?? '';
  filters = forgetWorkspaceFilters(contacts.app.get(DataSource));
});
// There is no broker: the relay gives up on its last messages after a while.
afterAll(() => contacts.stop());

async function endedCallOf(workspaceId: string): Promise<void> {
  const topic = 'call.ended';
  const envelope = { id: randomUUID(), topic, source: '/ingestion', subject: 'test', workspaceId } as const;
  const headers = encodeEnvelope({ ...envelope, time: new Date(), schemaVersion: 1 });
  const value = Buffer.from(JSON.stringify(eventExamples[topic]));
  const record = { topic, partition: 0, offset: '0', key: 'test', headers, value };
  const { handlers } = contacts.app.get(KafkaTransport);
  await inTransaction(contacts.app.get<DataSource>(WORKER_DATA_SOURCE), (tx) => handlers.invoke(tx, record));
}

/** What another workspace is answered about the only contact. */
const answers = async (): Promise<Record<string, unknown>> => {
  const headers = { 'x-internal-token': await tokenFor('wsp_bob') };
  return answersWithoutFilters(filters, {
    'GET /v1/contacts': async () =>
      (await contacts.app.inject({ url: '/v1/contacts', headers }))
        .json<{ data: { id: string }[] }>()
        .data.map(({ id }) => id),
    'GET /v1/contacts/{id}': async () =>
      (await contacts.app.inject({ url: `/v1/contacts/${contactId}`, headers })).statusCode,
  });
};

describe('a service that has forgotten its filters by workspace', () => {
  it('does not show what is another’s: the database refuses', async () => {
    expect(await answers()).toEqual({ 'GET /v1/contacts': [], 'GET /v1/contacts/{id}': 404 });
  });

  it('would show it without the policies', async () => {
    await letPoliciesPass(contacts.database);
    expect(await answers()).toEqual({ 'GET /v1/contacts': [contactId], 'GET /v1/contacts/{id}': 200 });
  });
});
