import type { DataSource, EntityManager } from 'typeorm';
import type { KeyRing } from '@ci/config';
import type { Statement } from '@ci/database';
import { sqlStateOf, UNIQUE_VIOLATION } from '@ci/errors';
import type { AnswerHead } from '../http/http-answer.ts';
import { decryptSecret, encryptSecret, type SecretColumn } from '@ci/security';

/** Which key of which workspace. */
export interface StoredKey {
  readonly workspaceId: string;
  /** The hash of what the client sent. */
  readonly key: string;
}

/** An answer as it was kept. */
export interface StoredAnswer {
  readonly requestHash: Buffer;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly resourceId: string | null;
  readonly body: unknown;
}

interface Row {
  readonly request_hash: Buffer;
  readonly status_code: number;
  readonly headers: Record<string, string>;
  readonly resource_id: string | null;
  readonly response: Buffer | null;
  readonly encrypted: boolean;
}

/** How long an answer is kept. */
const KEPT = `interval '24 hours'`;

/** An answer to keep, and how. */
export interface AnswerToKeep extends StoredKey {
  readonly requestHash: Buffer;
  readonly answer: AnswerHead & { readonly body?: unknown };
  readonly secret: boolean;
  readonly rebuilt: boolean;
}

/**
 * Of the workspace $1 and the key $2. Advisory locks are the database's, tables the schema's: without the schema's name two services would wait
 * for each other.
 */
const TRY_LOCK = `pg_try_advisory_xact_lock(hashtextextended(jsonb_build_array('idempotency', current_schema(), $1::text, $2::text)::text, 0))`;

/** Takes the key for this transaction; false when another transaction has it. */
export async function tryLockKey(tx: EntityManager, { workspaceId, key }: StoredKey): Promise<boolean> {
  const rows: { locked: boolean }[] = await tx.query(`SELECT ${TRY_LOCK} AS locked`, [workspaceId, key]);
  return rows[0]?.locked === true;
}

/** The answer kept under a key. A statement of its own after the lock: its snapshot then sees what the lock's last holder committed. */
export async function findAnswer(
  tx: EntityManager,
  { workspaceId, key }: StoredKey,
  keys: KeyRing,
): Promise<StoredAnswer | undefined> {
  const rows: Row[] = await tx.query(
    `SELECT request_hash, status_code, headers, resource_id, response, encrypted FROM idempotency_keys
     WHERE workspace_id = $1 AND key = $2 AND created_at > clock_timestamp() - ${KEPT}`,
    [workspaceId, key],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const bytes =
    row.response !== null && row.encrypted
      ? decryptSecret(row.response, keys, contextOf({ workspaceId, key }))
      : row.response;
  return {
    requestHash: row.request_hash,
    status: row.status_code,
    headers: row.headers,
    resourceId: row.resource_id,
    body: bytes === null ? undefined : JSON.parse(bytes.toString('utf8')),
  };
}

/** Keeps an answer: by its resource's id when it can be shown again, encrypted when it holds a secret. An answer that is kept already stays, unless it is over. */
export async function keepAnswer(tx: EntityManager, stored: AnswerToKeep, keys: KeyRing): Promise<void> {
  await tx.query(
    `INSERT INTO idempotency_keys AS kept (${COLUMNS})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (workspace_id, key) DO UPDATE SET request_hash = excluded.request_hash, status_code = excluded.status_code,
       headers = excluded.headers, resource_id = excluded.resource_id, response = excluded.response, encrypted = excluded.encrypted,
       created_at = excluded.created_at
     WHERE kept.created_at <= clock_timestamp() - ${KEPT}`,
    rowOf(stored, keys),
  );
}

/**
 * Takes the key and keeps its answer, as a part of the statement that is the effect. That fails as a whole where the key has a row, over or
 * not, or another transaction has the key: `status_code` is NULL then. `isKeyTaken` knows both.
 */
export function takeKey(stored: AnswerToKeep, keys: KeyRing): Statement {
  return {
    text: `INSERT INTO idempotency_keys (${COLUMNS})
     VALUES ($1::text, $2::text, $3::bytea, CASE WHEN ${TRY_LOCK} THEN $4::smallint END, $5::jsonb, $6::text, $7::bytea, $8::boolean)`,
    values: rowOf(stored, keys),
  };
}

const NOT_NULL_VIOLATION = '23502';

/** Whether a statement failed by its `takeKey`. */
export function isKeyTaken(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== UNIQUE_VIOLATION && state !== NOT_NULL_VIOLATION) return false;
  return (error as { readonly driverError?: { readonly table?: string } }).driverError?.table === 'idempotency_keys';
}

const COLUMNS = 'workspace_id, key, request_hash, status_code, headers, resource_id, response, encrypted';

function rowOf(stored: AnswerToKeep, keys: KeyRing): unknown[] {
  const { answer, secret, rebuilt } = stored;
  const json = rebuilt || answer.body === undefined ? null : Buffer.from(JSON.stringify(answer.body), 'utf8');
  const response = json !== null && secret ? encryptSecret(json, keys, contextOf(stored)) : json;
  return [
    stored.workspaceId,
    stored.key,
    stored.requestHash,
    answer.status,
    JSON.stringify(answer.headers ?? {}),
    rebuilt ? answer.resourceId : null,
    response,
    response !== null && secret,
  ];
}

/** The answers that hold a secret, for the change of the key. */
export const idempotencySecrets: SecretColumn = {
  table: 'idempotency_keys',
  column: 'response',
  id: ['workspace_id', 'key'],
  contextOf: ([workspaceId = '', key = '']) => contextOf({ workspaceId, key }),
  where: 'encrypted',
};

/** What a service's pruner removes: answers that are over. */
export const idempotencyKeyPruning = { name: 'idempotency keys', prune: pruneIdempotencyKeys } as const;

/** Removes answers that are over, some at a time; returns how many it removed. */
export async function pruneIdempotencyKeys(dataSource: DataSource, batchSize = 1_000): Promise<number> {
  const removed: unknown[] = await dataSource.query(
    `WITH gone AS (
       DELETE FROM idempotency_keys WHERE (workspace_id, key) IN (
         SELECT workspace_id, key FROM idempotency_keys
         WHERE created_at <= clock_timestamp() - ${KEPT} LIMIT $1 FOR UPDATE SKIP LOCKED
       ) RETURNING 1)
     SELECT * FROM gone`,
    [batchSize],
  );
  return removed.length;
}

function contextOf({ workspaceId, key }: StoredKey): string {
  return JSON.stringify(['idempotency', workspaceId, key]);
}
