import { timestamp } from '@ci/validation';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Keyset } from './cursor.ts';

/** Where a page begins, and how many rows it shows. */
export interface PlaceInList {
  readonly after: Keyset | undefined;
  readonly limit: number;
}

/**
 * The newest rows of a query from `after` on, by the `createdAt` and `id` of its entity: one more than the page shows. The limit is a parameter:
 * in the text, where the query builder has it, each size of a page would be one more statement to prepare.
 */
export async function newestRows<Row>(
  dataSource: Pick<DataSource, 'query'>,
  rows: SelectQueryBuilder<ObjectLiteral>,
  { after, limit }: PlaceInList,
): Promise<Row[]> {
  const [createdAt, id] = [`${rows.alias}.createdAt`, `${rows.alias}.id`];
  rows.orderBy(createdAt, 'DESC').addOrderBy(id, 'DESC');
  if (after !== undefined)
    rows.andWhere(`(${createdAt}, ${id}) < (CAST(:afterTime AS timestamptz), :afterId)`, {
      afterTime: timestamp(after.createdAt),
      afterId: after.id,
    });
  const [text, parameters] = rows.getQueryAndParameters();
  return dataSource.query<Row[]>(`${text} LIMIT $${parameters.length + 1}`, [...(parameters as unknown[]), limit + 1]);
}
