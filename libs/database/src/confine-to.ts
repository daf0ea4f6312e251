import type { EntityManager } from 'typeorm';
import { PreparingClient } from './preparing-client.ts';

/**
 * Lets what follows in a transaction meet the rows of one workspace alone, although its role works across workspaces; undefined lifts it. The
 * end of the transaction does too.
 */
export async function confineTo(tx: EntityManager, workspaceId: string | undefined): Promise<void> {
  if (!tx.queryRunner?.isTransactionActive) throw new Error('only a transaction can be confined to a workspace');
  const client: unknown = await tx.queryRunner.connect();
  // It goes along with the next statement: no round trip.
  if (client instanceof PreparingClient) client.confineTo(workspaceId);
  else await tx.query(`SELECT set_config('app.workspace', $1, true)`, [workspaceId ?? '']);
}
