import type { EntityManager } from 'typeorm';

import { qualified, quoted } from './quoted.ts';
import { countDifferences, selectExamples, selectKey } from './rebuild.sql.ts';

/** How the rows of a table differ between what is there and what was projected from scratch. Values are never reported: they may be personal. */
export interface TableComparison {
  readonly table: string;
  /** Rows that are there now. */
  readonly rows: number;
  /** Rows that only the present table has, that only the new one has, and that both have with other values. */
  readonly onlyOld: number;
  readonly onlyNew: number;
  readonly changed: number;
  /** Primary keys of a few of them. */
  readonly examples: readonly string[];
  /** The columns that differ in those examples. */
  readonly columns: readonly string[];
}

/** Whether both have the same rows. */
export function isSame({ onlyOld, onlyNew, changed }: TableComparison): boolean {
  return onlyOld + onlyNew + changed === 0;
}

/** Compares a table with its copy in the schema `shadow`, as the transaction sees them. */
export async function compareRows(
  tx: EntityManager,
  schema: string,
  shadow: string,
  table: string,
): Promise<TableComparison> {
  const key = await keyColumns(tx, schema, table);
  const source = `${qualified(schema, table)} AS o FULL JOIN ${qualified(shadow, table)} AS n
    ON ${key.map((column) => `o.${quoted(column)} = n.${quoted(column)}`).join(' AND ')}`;
  const first = quoted(key[0] ?? '');
  const [counts] = await tx.query<CountsRow[]>(countDifferences(source, first));
  if (!counts) throw new Error('a count without a row');
  const comparison = {
    table,
    rows: Number(counts.rows),
    onlyOld: Number(counts.only_old),
    onlyNew: Number(counts.only_new),
    changed: Number(counts.changed),
  };
  if (isSame({ ...comparison, examples: [], columns: [] })) return { ...comparison, examples: [], columns: [] };
  return { ...comparison, ...(await examplesOf(tx, source, key)) };
}

interface CountsRow {
  readonly rows: string;
  readonly only_old: string;
  readonly only_new: string;
  readonly changed: string;
}

async function examplesOf(tx: EntityManager, source: string, key: readonly string[]) {
  const first = quoted(key[0] ?? '');
  const name = key.map((column) => `coalesce(o.${quoted(column)}, n.${quoted(column)})::text`).join(`, `);
  const rows = await tx.query<{ readonly id: string; readonly columns: readonly string[] }[]>(
    selectExamples(source, first, name),
  );
  return {
    examples: rows.map(({ id }) => id),
    columns: [...new Set(rows.flatMap(({ columns }) => columns))].toSorted(),
  };
}

async function keyColumns(tx: EntityManager, schema: string, table: string): Promise<string[]> {
  const rows = await tx.query<{ readonly name: string }[]>(selectKey, [schema, table]);
  return rows.map(({ name }) => name);
}
