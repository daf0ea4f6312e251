import { parse, type CreateStmt, type DropStmt, type IndexStmt, type Node, type UpdateStmt } from 'libpg-query';
import { objectionsToAlterTable } from './alter-table.ts';
import { changes, nameOf, takesAway, type Made, type Objection } from './objection.ts';

/** A statement with what is objected to in it. */
export interface ObjectedStatement extends Objection {
  readonly statement: string;
}

/**
 * What of these statements, in this order, is more than adding: who worked with the schema before may break. Read by Postgres' own parser.
 * A kind of statement that is not named here is objected to, so nothing passes unseen.
 */
export async function objectionsTo(statements: readonly string[]): Promise<readonly ObjectedStatement[]> {
  const made: Made = { tables: new Set(), columns: new Set(), emptyColumns: new Set() };
  const objected: ObjectedStatement[] = [];
  for (const sql of statements) {
    const declared = /--\s*contract step\b/i.test(sql);
    const { stmts = [] } = await parse(sql);
    const found = stmts.flatMap(({ stmt }) => (stmt === undefined ? [] : judged(stmt, { made, declared })));
    objected.push(...found.map((one) => ({ ...one, statement: shortened(sql) })));
  }
  return objected;
}

type KindIn<N> = N extends N ? keyof N : never;
type Kind = KindIn<Node>;
type Of<K extends Kind> = Extract<Node, Readonly<Record<K, unknown>>>[K];

interface Context {
  readonly made: Made;
  /** Whether the statement says that it is a contract step. */
  readonly declared: boolean;
}

type Judges = { readonly [K in Kind]?: (statement: Of<K>, context: Context) => readonly Objection[] };

const adds = () => [];
const addsUnless = (doesMore: boolean | undefined, why: string) => (doesMore === true ? changes(why) : []);
const inMade = (table: string, { tables }: Made, why: string) => addsUnless(!tables.has(table), why);

const judges: Judges = {
  CreateStmt: (statement, { made }) => createsTable(statement, made),
  AlterTableStmt: ({ relation, cmds = [] }, { made, declared }) =>
    objectionsToAlterTable({ table: nameOf(relation), cmds, made, declared }),
  DropStmt: (statement, context) => drops(statement, context),
  UpdateStmt: (statement, { made }) => updates(statement, made),
  InsertStmt: ({ relation }, { made }) => inMade(nameOf(relation), made, 'writes into a table that others write'),
  IndexStmt: (statement, { made }) =>
    addsUnless(statement.unique && !refusesNone(statement, made), 'refuses rows that others may write'),
  CreatePolicyStmt: ({ table }, { made }) => inMade(nameOf(table), made, 'changes who sees which rows'),
  CreateTrigStmt: ({ relation }, { made }) => inMade(nameOf(relation), made, 'changes what is written by others'),
  CreateFunctionStmt: ({ replace }) => addsUnless(replace, 'replaces what others call'),
  ViewStmt: ({ replace }) => addsUnless(replace, 'replaces what others read'),
  GrantStmt: ({ is_grant: grants }) => addsUnless(grants !== true, 'takes rights away'),
  VariableSetStmt: ({ is_local: local }) => addsUnless(local !== true, 'outlasts the migration: SET LOCAL does not'),
  CreateSchemaStmt: adds,
  CreateSeqStmt: adds,
  CreateEnumStmt: adds,
  CompositeTypeStmt: adds,
  CreateExtensionStmt: adds,
  CreateStatsStmt: adds,
  CommentStmt: adds,
};

function judged(stmt: Node, context: Context): readonly Objection[] {
  return Object.entries(stmt).flatMap(([kind, statement]) => {
    const judge = judges[kind as Kind] as ((statement: unknown, context: Context) => readonly Objection[]) | undefined;
    return judge === undefined ? changes('is not known to only add') : judge(statement, context);
  });
}

function createsTable(
  { relation, tableElts = [], if_not_exists: whereNone }: CreateStmt,
  made: Made,
): readonly Objection[] {
  if (whereNone === true) return changes('may find another table of that name');
  made.tables.add(nameOf(relation));
  const constraints = tableElts.flatMap((element) => {
    if ('Constraint' in element) return [element.Constraint];
    const own = 'ColumnDef' in element ? (element.ColumnDef.constraints ?? []) : [];
    return own.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []));
  });
  const held = constraints.filter(
    ({ contype, pktable }) => contype === 'CONSTR_FOREIGN' && !made.tables.has(nameOf(pktable)),
  );
  return held.flatMap(({ pktable }) => changes(`holds rows of ${nameOf(pktable)} that others may delete`));
}

/** Filling in what was added: nothing else reads or writes it yet. */
function updates({ relation, targetList = [] }: UpdateStmt, { tables, columns }: Made): readonly Objection[] {
  const table = nameOf(relation);
  if (tables.has(table)) return [];
  const written = targetList.map((target) => ('ResTarget' in target ? (target.ResTarget.name ?? '') : ''));
  const others = written.filter((column) => !columns.has(`${table}.${column}`));
  return others.flatMap((column) => changes(`writes ${table}.${column}, which others read`));
}

/** Whether a unique index refuses no row of others: they have null in one of its columns, and a null is like no other. */
function refusesNone(
  { relation, indexParams = [], nulls_not_distinct: oneNull }: IndexStmt,
  { tables, emptyColumns }: Made,
): boolean {
  const table = nameOf(relation);
  const names = indexParams.map((param) => ('IndexElem' in param ? (param.IndexElem.name ?? '') : ''));
  return tables.has(table) || (oneNull !== true && names.some((name) => emptyColumns.has(`${table}.${name}`)));
}

function drops({ removeType, objects = [] }: DropStmt, { made, declared }: Context): readonly Objection[] {
  if (removeType !== 'OBJECT_TABLE' && removeType !== 'OBJECT_INDEX')
    return changes('takes away what others may work with');
  const names = objects.map((object) => {
    const [last] = 'List' in object ? (object.List.items ?? []).slice(-1) : [];
    return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
  });
  return names.filter((table) => !made.tables.has(table)).map((table) => takesAway(table, declared));
}

function shortened(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
