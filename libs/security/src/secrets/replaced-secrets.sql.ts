/** Written by hand: one statement for any number of secrets. One that has changed since it was read stays. */
export function replaceSecrets(table: string, column: string, id: readonly string[]): string {
  const values = [...id.map(() => 'text'), 'bytea', 'bytea'].map((type, index) => `$${index + 1}::${type}[]`);
  return `
  WITH replaced AS (
    UPDATE ${table} AS t SET ${column} = new.renewed
    FROM unnest(${values.join(', ')}) AS new (${id.join(', ')}, stored, renewed)
    WHERE ${id.map((name) => `t.${name} = new.${name}`).join(' AND ')} AND t.${column} = new.stored
    RETURNING 1
  ) SELECT count(*)::int AS secrets FROM replaced`;
}
