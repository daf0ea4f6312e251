import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { consumedTopics, eventExamples } from '@ci/contracts';
import { declareTopics, encodeEnvelope, KafkaTransport } from '@ci/messaging';
import { uuidv7 } from '@ci/ids';
import { until } from '@ci/testing';
import { produceRaw, startTestKafka, type TestKafka } from '@ci/testing/system';
import { startContacts, type RunningContacts } from './running-contacts.ts';

let folder: string;
let kafka: TestKafka;
let contacts: RunningContacts;
let url: string;
// A separate broker: the service reads topics by the names that all of its copies use.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'contacts-kafka-'));
  kafka = await startTestKafka(folder);
  const settings = { partitions: 1, retentionMs: 600_000, maxMessageBytes: 16 * 1024 * 1024 };
  await declareTopics(
    { brokers: [kafka.brokers] },
    { declarations: consumedTopics.contacts.map((name) => ({ name, ...settings })) },
  );
  contacts = await startContacts({ brokers: kafka.brokers });
  await contacts.app.startAllMicroservices();
  await contacts.app.listen(0, '127.0.0.1');
  url = await contacts.app.getUrl();
}, 120_000);
afterAll(async () => {
  await contacts.stop();
  await kafka.stop();
  await rm(folder, { recursive: true, force: true });
});

const ready = async (): Promise<{ status: number; checks: Record<string, string> }> => {
  const answer = await fetch(`${url}/health/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return { status: answer.status, checks };
};
const query = (statement: string): Promise<{ rows: number }[]> => contacts.database.dataSource.query(statement);
const count = async (table: string): Promise<number> =>
  (await query(`SELECT count(*)::int AS rows FROM ${table}`))[0]?.rows ?? 0;

/** The end of a call of one prospect each. */
function callsEnded(workspaceId: string, calls: number) {
  return Array.from({ length: calls }, (_, index) => {
    const data = structuredClone(eventExamples['call.ended']);
    Object.assign(data.call, { id: `call_${index}` });
    data.prospect.email = `p${index}@x.example`;
    const envelope = { id: uuidv7(), topic: 'call.ended', workspaceId, source: '/test', subject: `call_${index}` };
    const headers = encodeEnvelope({ ...envelope, time: new Date(), schemaVersion: 1 });
    return { topic: 'call.ended', key: `call_${index}`, value: JSON.stringify(data), headers };
  });
}

it('a service that fails for everybody says so at /health/ready, parks no more than the first few, and recovers by itself', async () => {
  await until(async () => (await ready()).status === 200);
  // What a faulty release does: every message fails, for a permanent reason.
  await query(
    `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a bug in the release'; END $$`,
  );
  await query('CREATE TRIGGER broken BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION broken()');
  const workspaceId = `wsp_${randomUUID()}`;
  await produceRaw(kafka.brokers, callsEnded(workspaceId, 40));

  await until(async () => (await ready()).status === 503);
  expect(await ready()).toEqual({
    status: 503,
    checks: { database: 'ok', roles: 'ok', events: 'ok', kafka: 'failed' },
  });
  expect(contacts.app.get(KafkaTransport).healthy()).toMatchObject({ status: 'degraded' });
  // So many keys alone may fail before it is the service that is to blame; nothing is parked from then on, though it is tried again.
  const parked = await count('parked_messages');
  expect(parked).toBe(20);
  await until(() => triedAgain());
  expect(await count('parked_messages')).toBe(parked);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);

  await query('DROP TRIGGER broken ON contacts');
  await until(async () => (await ready()).status === 200);
  await until(async () => (await contacts.contactsOf(workspaceId)).length === 20);
  // Those that were parked come on their schedule, too; the minute until then is shortened here.
  await query(`UPDATE parked_messages SET next_attempt_at = now()`);
  await until(async () => (await contacts.contactsOf(workspaceId)).length === 40);
  expect(await count('parked_messages')).toBe(0);
}, 120_000);

/** The one that the partition waits with has failed at least twice more: each failure of a transaction is counted by the database. */
async function triedAgain(): Promise<boolean> {
  const [row] = await query(
    `SELECT pg_stat_get_db_xact_rollback(oid)::int AS rows FROM pg_database WHERE datname = current_database()`,
  );
  rollbacksAtFirst ??= row?.rows ?? 0;
  return (row?.rows ?? 0) >= rollbacksAtFirst + 2;
}
let rollbacksAtFirst: number | undefined;
