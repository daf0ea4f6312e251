/** What was here before, and the keys of which a message is parked, in one look. */
export const selectKnown = `
  SELECT message_id::text AS id, NULL AS key FROM inbox WHERE consumer = $1 AND message_id = ANY($2::uuid[])
  UNION ALL
  SELECT DISTINCT NULL, key FROM parked_messages WHERE key = ANY($3::text[])`;

/**
 * It fails where one is there already, so that a COMMIT behind it does nothing. Sorted, so that two that note the same ones queue; with one
 * time for all, so that none seems to have come before one that it follows.
 */
export const insertAll = `
  INSERT INTO inbox (consumer, message_id, topic, partition, kafka_offset, outcome, received_at)
  SELECT *, statement_timestamp()
  FROM unnest($1::text[], $2::uuid[], $3::text[], $4::int[], $5::bigint[], $6::text[]) AS t (consumer, message_id)
  ORDER BY message_id`;
