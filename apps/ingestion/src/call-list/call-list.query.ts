import { PLAN_ANEW } from '@ci/database';
import type { Keyset } from '@ci/http';
import { timestamp } from '@ci/validation';
import type { DataSource } from 'typeorm';
import type { ListCalls } from './call-list.dto.ts';
import { listColumns, type CallRow } from './call-row.ts';

/** The newest calls of these reps (undefined: of all) that pass the filters, from `after` on: one more than asked for, which says whether there are more. */
export async function listCalls(
  dataSource: DataSource,
  { workspaceId, reps }: { readonly workspaceId: string; readonly reps: readonly string[] | undefined },
  filters: ListCalls,
  after: Keyset | undefined,
): Promise<CallRow[]> {
  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = [
    `workspace_id = ${parameter(workspaceId)}`,
    reps === undefined ? [] : ofReps(reps, parameter),
    filters.rep_id === undefined ? [] : `rep_id = ${parameter(filters.rep_id)}`,
    filters.prospect_email === undefined ? [] : `prospect_email = ${parameter(filters.prospect_email)}`,
    filters.external_id === undefined ? [] : `external_id = ${parameter(filters.external_id)}`,
    filters.outcome === undefined ? [] : `outcome = ${parameter(filters.outcome)}`,
    filters.from === undefined ? [] : `created_at >= ${parameter(timestamp(filters.from))}`,
    filters.to === undefined ? [] : `created_at <= ${parameter(timestamp(filters.to))}`,
    filters.updated_since === undefined ? [] : `updated_at >= ${parameter(timestamp(filters.updated_since))}`,
    after === undefined
      ? []
      : `(created_at, id) < (${parameter(timestamp(after.createdAt))}::timestamptz, ${parameter(after.id)})`,
  ].flat();
  // Two orders at once: by which to go depends on how many calls have changed since, and a plan for any instant can not know that.
  const planning = filters.updated_since === undefined ? '' : PLAN_ANEW;
  return dataSource.query<CallRow[]>(
    `${planning} SELECT ${listColumns} FROM calls WHERE ${conditions.join(' AND ')}
     ORDER BY created_at DESC, id DESC LIMIT ${parameter(filters.limit + 1)}`,
    parameters,
  );
}

/** Of one rep the index has the calls in the order of the list; those of several have to be sorted. */
function ofReps(reps: readonly string[], parameter: (value: unknown) => string): string {
  const [rep, ...others] = reps;
  return rep !== undefined && others.length === 0
    ? `rep_id = ${parameter(rep)}`
    : `rep_id = ANY (${parameter(reps)}::text[])`;
}
