import type { AlterTableCmd, AlterTableType, ColumnDef, ConstrType, Constraint, Node } from 'libpg-query';
import { changes, takesAway, type Made, type Objection } from './objection.ts';

interface AlteredTable {
  readonly table: string;
  readonly cmds: readonly Node[];
  readonly made: Made;
  readonly declared: boolean;
}

/** What of an ALTER TABLE is more than adding. A table that these statements have made may be altered as one likes. */
export function objectionsToAlterTable({ table, cmds, made, declared }: AlteredTable): readonly Objection[] {
  if (made.tables.has(table)) return [];
  return cmds.flatMap((node) => {
    const command = 'AlterTableCmd' in node ? node.AlterTableCmd : {};
    if (command.subtype === 'AT_DropColumn') return [takesAway(`${table}.${command.name ?? ''}`, declared)];
    if (command.subtype === 'AT_DropConstraint') return [takesAway(command.name ?? '', declared)];
    if (command.subtype === 'AT_AddColumn') return addsColumn(table, command, made);
    if (command.subtype === 'AT_AddConstraint') return addsConstraint(command);
    return command.subtype !== undefined && harmless.has(command.subtype) ? [] : changes('is not known to only add');
  });
}

/** What changes neither rows nor what may be written. */
const harmless: ReadonlySet<AlterTableType> = new Set<AlterTableType>([
  'AT_ValidateConstraint',
  'AT_SetStatistics',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
]);

const ofNewColumns: ReadonlySet<ConstrType> = new Set<ConstrType>([
  'CONSTR_NULL',
  'CONSTR_NOTNULL',
  'CONSTR_DEFAULT',
  'CONSTR_IDENTITY',
  'CONSTR_GENERATED',
]);
const filledIn: readonly ConstrType[] = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'];

function addsColumn(table: string, { def, missing_ok: whereNone }: AlterTableCmd, made: Made): readonly Objection[] {
  const column: ColumnDef = def !== undefined && 'ColumnDef' in def ? def.ColumnDef : {};
  const name = column.colname ?? '';
  if (whereNone === true) return changes(`may find another column ${name}`);
  made.columns.add(`${table}.${name}`);
  const types = (column.constraints ?? []).map((node) => constraintIn(node).contype);
  if (types.length === 0) made.emptyColumns.add(`${table}.${name}`);
  if (types.includes('CONSTR_NOTNULL') && !filledIn.some((type) => types.includes(type)))
    return changes(`asks for ${name}, which others do not write: give it a default, or let it be null`);
  const others = types.filter((type) => type === undefined || !ofNewColumns.has(type));
  return others.length === 0 ? [] : changes(`holds ${name} to a constraint: add that NOT VALID, by itself`);
}

function addsConstraint({ def }: AlterTableCmd): readonly Objection[] {
  const { skip_validation: notValid } = constraintIn(def);
  return notValid === true ? [] : changes('reads all rows and refuses some: add it NOT VALID, and validate it later');
}

function constraintIn(node: Node | undefined): Constraint {
  return node !== undefined && 'Constraint' in node ? node.Constraint : {};
}
