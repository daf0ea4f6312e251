import type { DataSource } from 'typeorm';
import type { TestDatabase } from './test-database.ts';

/** A step of a plan that was run, in the words of Postgres. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** Rows that were read and discarded, on average over the loops. */
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Every step of the plan of the one statement that `ask` sends, as a request of a workspace runs it: row-level security holds it, and lets
 * only some conditions near an index. The database needs `access`.
 */
export async function planOfRequest(
  { dataSource, urls }: TestDatabase,
  workspaceId: string,
  ask: (dataSource: DataSource) => Promise<unknown>,
): Promise<PlanNode[]> {
  const role = new URL(urls.requests).username;
  return dataSource.transaction(async (tx) => {
    await tx.query(`SELECT set_config('role', $1, true), set_config('app.workspace', $2, true)`, [role, workspaceId]);
    let plan: PlanNode | undefined;
    const explaining = Object.assign(Object.create(dataSource) as DataSource, {
      query: async (text: string, parameters: unknown[]) => {
        const [row] = await tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          parameters,
        );
        plan = row?.['QUERY PLAN'][0]?.Plan;
        return [];
      },
    });
    await ask(explaining);
    if (plan === undefined) throw new Error('nothing was asked for');
    return nodesOf(plan);
  });
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
