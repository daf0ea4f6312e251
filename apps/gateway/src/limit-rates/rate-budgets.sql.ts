/**
 * Written by hand: the row is locked before the new values are computed, so two instances never take the same token. now() is when
 * the statement began; one that waited for the lock may have begun before the other one's, and then fills nothing in.
 */
export const withdraw = `
  INSERT INTO rate_budgets AS b (bucket, tokens, granted, refilled_at)
  VALUES ($1, $2::float8 - least($3::float8, $2::float8), least($3::float8, $2::float8), now())
  ON CONFLICT (bucket) DO UPDATE SET (tokens, granted, refilled_at) = (
    SELECT available - least($3::float8, floor(available)), least($3::float8, floor(available)), greatest(b.refilled_at, now())
      FROM (SELECT least($2::float8,
                         b.tokens + $5::float8 + greatest(0, extract(epoch FROM now() - b.refilled_at))::float8 * $4::float8) AS available)
           AS filled
  )
  RETURNING tokens, granted`;

export const giveBack = `
  UPDATE rate_budgets b SET tokens = least(back.capacity, b.tokens + back.tokens)
    FROM unnest($1::text[], $2::float8[], $3::float8[]) AS back (bucket, tokens, capacity) WHERE b.bucket = back.bucket`;
