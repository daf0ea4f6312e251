/** Written by hand: the row is locked before it is compared with the cap, so that no two requests take the same tokens. */
export const reserve = `
  INSERT INTO llm_usage AS usage (workspace_id, day, tokens)
  VALUES ($1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2::bigint)
  ON CONFLICT (workspace_id, day) DO UPDATE SET tokens = usage.tokens + excluded.tokens
  WHERE usage.tokens + excluded.tokens <= $3::bigint
  RETURNING to_char(day, 'YYYY-MM-DD') AS day`;

export const settle = `
  WITH settled AS (
    UPDATE llm_usage SET tokens = greatest(0, tokens + $3::bigint) WHERE workspace_id = $1 AND day = $2::date RETURNING 1
  ) SELECT count(*) FROM settled`;
