import { messagingRights, messagingSql } from '@ci/messaging';
import { grantSchemaAccess, type SchemaAccess } from '@ci/database';
import { testDatabase, type TestDatabase } from '@ci/testing';

const access: SchemaAccess = {
  requests: { rows: 'workspace', rights: messagingRights.requests },
  worker: { rows: 'all', rights: messagingRights.worker },
};

/** A database with the tables of messaging, in which some messages are parked. */
export async function operatedDatabase(): Promise<TestDatabase> {
  const database = await testDatabase({
    schema: 'contacts',
    sql: [...messagingSql],
    access: (dataSource, schema, roles) => grantSchemaAccess(dataSource, schema, roles, access),
  });
  await database.dataSource.query(`
    INSERT INTO parked_messages
      (consumer, key, workspace_id, message_id, topic, partition, kafka_offset, headers, value, attempts, cause, error_code, error_message)
    VALUES
      ('contacts.on-call-ended', 'call_1', 'wsp_1', '${ids.first}', 'call.ended', 3, 7, '{"ce_type": "call.ended"}', 'Marcus Webb',
       5, 'failed', 'TypeError', 'cannot read'),
      ('contacts.on-call-ended', 'call_1', 'wsp_1', '${ids.second}', 'call.ended', 3, 9, '{}', 'Dana Reyes', 0, 'behind-parked', NULL, NULL)`);
  await database.dataSource.query(`
    INSERT INTO outbox_parked (id, shard, workspace_id, message_id, topic, key, headers, payload, created_at, error_code, error_message)
    VALUES (12, 0, 'wsp_1', '${ids.refused}', 'contact.created', 'con_1', '{}', 'Marcus Webb', now(), 'MESSAGE_TOO_LARGE', 'too large')`);
  return database;
}

export const ids = {
  first: '01993b1e-93a4-7d2c-8c54-000000000001',
  second: '01993b1e-93a4-7d2c-8c54-000000000002',
  refused: '01993b1e-93a4-7d2c-8c54-000000000003',
} as const;
