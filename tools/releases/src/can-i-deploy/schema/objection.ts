import type { RangeVar } from 'libpg-query';

/** Why a statement is more than adding. */
export interface Objection {
  readonly why: string;
  /** A table, an index, a constraint, or `table.column`: what a declared contract step takes away. Fine when the release before does not use it. */
  readonly takes?: string;
}

/** What the statements have made themselves: nothing else uses it yet. */
export interface Made {
  readonly tables: Set<string>;
  /** `table.column` */
  readonly columns: Set<string>;
  /** Those of them that are null in each row that others write. */
  readonly emptyColumns: Set<string>;
}

export function changes(why: string): readonly Objection[] {
  return [{ why }];
}

export function takesAway(name: string, declared: boolean): Objection {
  const why = `takes ${name} away`;
  return declared ? { why, takes: name } : { why };
}

export function nameOf(relation: RangeVar | undefined): string {
  return relation?.relname ?? '';
}
