import type { DataSource, EntityManager } from 'typeorm';
import type { KeyRing } from '@ci/config';
import type { Statement } from '@ci/database';
import { sqlStateOf, UNIQUE_VIOLATION } from '@ci/errors';
import type { AnswerHead } from '../http/http-answer.ts';
import { decryptSecret, encryptSecret, type SecretColumn } from '@ci/security';
import { deleteAnswers, insertAnswer, selectAnswer, tryLock, upsertAnswer } from './stored-answers.sql.ts';

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

/** An answer to keep, and how. */
export interface AnswerToKeep extends StoredKey {
  readonly requestHash: Buffer;
  readonly answer: AnswerHead & { readonly body?: unknown };
  readonly secret: boolean;
  readonly rebuilt: boolean;
}

/** Takes the key for this transaction; false when another transaction has it. */
export async function tryLockKey(tx: EntityManager, { workspaceId, key }: StoredKey): Promise<boolean> {
  const rows: { locked: boolean }[] = await tx.query(tryLock, [workspaceId, key]);
  return rows[0]?.locked === true;
}

/** The answer kept under a key. A separate statement after the lock: its snapshot then sees what the lock's last holder committed. */
export async function findAnswer(
  tx: EntityManager,
  { workspaceId, key }: StoredKey,
  keys: KeyRing,
): Promise<StoredAnswer | undefined> {
  const rows: Row[] = await tx.query(selectAnswer, [workspaceId, key]);
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

/** Keeps an answer: by its resource's id when it can be shown again, encrypted when it holds a secret. */
export async function keepAnswer(tx: EntityManager, stored: AnswerToKeep, keys: KeyRing): Promise<void> {
  await tx.query(upsertAnswer, rowOf(stored, keys));
}

/** Takes the key and keeps its answer, as a part of the statement that is the effect. `isKeyTaken` knows whether it failed by that. */
export function takeKey(stored: AnswerToKeep, keys: KeyRing): Statement {
  return { text: insertAnswer, values: rowOf(stored, keys) };
}

const NOT_NULL_VIOLATION = '23502';

/** Whether a statement failed by its `takeKey`. */
export function isKeyTaken(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== UNIQUE_VIOLATION && state !== NOT_NULL_VIOLATION) return false;
  return (error as { readonly driverError?: { readonly table?: string } }).driverError?.table === 'idempotency_keys';
}

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
  const removed: unknown[] = await dataSource.query(deleteAnswers, [batchSize]);
  return removed.length;
}

function contextOf({ workspaceId, key }: StoredKey): string {
  return JSON.stringify(['idempotency', workspaceId, key]);
}
