import { getMetadataArgsStorage } from 'typeorm';

type Entity<Row> = new () => Row;

/** A column as an entity declares it. */
export interface EntityColumn {
  readonly property: string;
  readonly name: string;
  readonly type: string;
}

/** The columns of an entity, known without a connection: statements are made of them once, when their file is loaded. */
export function columnsOf(entity: Entity<unknown>): readonly EntityColumn[] {
  return getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName, options }) => ({
      property: propertyName,
      name: options.name ?? propertyName,
      type: String(options.type),
    }));
}

/** Properties of an entity (default: all) for a SELECT, each under its own name: a row that comes back is as the entity types it. */
export function selected<Row>(entity: Entity<Row>, alias: string, properties?: readonly (keyof Row)[]): string {
  return columnsOf(entity)
    .filter(({ property }) => properties?.includes(property as keyof Row) ?? true)
    .map(({ name, property }) => `${alias}.${name} AS "${property}"`)
    .join(', ');
}

/** A row under the names of its columns, as the entity types it. */
export function rowOf<Row>(entity: Entity<Row>, values: object): { readonly [Property in keyof Row]: Row[Property] } {
  const byName = new Map(Object.entries(values));
  return Object.fromEntries(columnsOf(entity).map(({ property, name }) => [property, byName.get(name)])) as Row;
}
