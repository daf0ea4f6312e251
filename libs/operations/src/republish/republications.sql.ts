/** Written by hand: only from where it was read. The messages are in its transaction: they count once, also when two processes do the same. */
export const moveRepublication = `
  WITH moved AS (
    UPDATE republications SET transaction_id = $4::xid8, global_position = $5, messages = $6
    WHERE name = $1 AND transaction_id = $2::xid8 AND global_position = $3 RETURNING 1
  ) SELECT * FROM moved`;
