import { PLAN_EACH_TIME_COMMENT, selected } from '@ci/database';
import { newestRows, type Keyset } from '@ci/http';
import { timestamp } from '@ci/validation';
import type { DataSource } from 'typeorm';
import type { ListCalls } from './call-list.dto.ts';
import { listedProperties, type ListedCall } from './call-row.ts';
import { CallRow } from './call.entity.ts';

const listed = selected(CallRow, 'call', listedProperties);

/** The newest calls of these reps (undefined: of all) that pass the filters, from `after` on: one more than asked for, which says whether there are more. */
export async function listCalls(
  dataSource: DataSource,
  { workspaceId, reps }: { readonly workspaceId: string; readonly reps: readonly string[] | undefined },
  filters: ListCalls,
  after: Keyset | undefined,
): Promise<ListedCall[]> {
  const calls = dataSource.createQueryBuilder().select(listed).from(CallRow, 'call');
  const { rep_id: repId, prospect_email: prospectEmail, external_id: externalId, outcome } = filters;
  calls.where('call.workspaceId = :workspaceId', { workspaceId });
  // Of one rep the index has the calls in the order of the list; those of several have to be sorted.
  if (reps?.length === 1) calls.andWhere('call.repId = :onlyRep', { onlyRep: reps[0] });
  else if (reps !== undefined) calls.andWhere('call.repId = ANY (CAST(:reps AS text[]))', { reps });
  if (repId !== undefined) calls.andWhere('call.repId = :repId', { repId });
  if (prospectEmail !== undefined) calls.andWhere('call.prospectEmail = :prospectEmail', { prospectEmail });
  if (externalId !== undefined) calls.andWhere('call.externalId = :externalId', { externalId });
  if (outcome !== undefined) calls.andWhere('call.outcome = :outcome', { outcome });
  if (filters.from !== undefined) calls.andWhere('call.createdAt >= :from', { from: timestamp(filters.from) });
  if (filters.to !== undefined) calls.andWhere('call.createdAt <= :to', { to: timestamp(filters.to) });
  if (filters.updated_since !== undefined) {
    calls.andWhere('call.updatedAt >= :since', { since: timestamp(filters.updated_since) });
    // Two orders at once: by which to go depends on how many calls have changed since, and a plan for any instant can not know that.
    calls.comment(PLAN_EACH_TIME_COMMENT);
  }
  return newestRows<ListedCall>(dataSource, calls, { after, limit: filters.limit });
}
