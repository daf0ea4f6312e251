/** An identifier as it is written in a statement. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** A table with its schema, as it is written in a statement. */
export function qualified(schema: string, table: string): string {
  return `${quoted(schema)}.${quoted(table)}`;
}
