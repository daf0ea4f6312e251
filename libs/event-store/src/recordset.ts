/** What Postgres takes for granted, however many there are. */
const PRESUMED_ROWS = 100;

/**
 * The rows of the JSON array that is the statement's first parameter, to be joined with a table. For the 100 rows that Postgres presumes it
 * would rather read a table of thousands than look up one row by its index, and the usual command changes one row. The limit lowers that estimate.
 *
 * Few limits, so that there are few statements to prepare.
 */
export function recordset(rows: number, columns: string): string {
  const limit = [1, 10].find((most) => rows <= most) ?? PRESUMED_ROWS;
  return `(SELECT * FROM json_to_recordset($1::json) AS record (${columns})${limit < PRESUMED_ROWS ? ` LIMIT ${limit}` : ''})`;
}
