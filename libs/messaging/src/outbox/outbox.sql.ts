/** Written by hand: one statement for any number of messages. Ids are drawn in the order of the SELECT, so the messages of one call keep theirs. */
const insertInto = `
  INSERT INTO outbox (shard, workspace_id, message_id, topic, key, headers, payload)
  SELECT shard, workspace_id, message_id, topic, key, headers, payload
  FROM unnest($1::smallint[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::text[])
    WITH ORDINALITY AS message (shard, workspace_id, message_id, topic, key, headers, payload, place)`;

export const insertRows = `${insertInto} ORDER BY place`;

/** What is sent again may not have been sent for the first time yet, to all consumers: then that is enough. */
export const insertRowsAgain = `${insertInto}
  WHERE NOT EXISTS (
    SELECT FROM outbox waiting WHERE waiting.message_id = message.message_id AND waiting.headers ->> 'ce_audience' IS NULL
  )
  ORDER BY place ON CONFLICT DO NOTHING`;
