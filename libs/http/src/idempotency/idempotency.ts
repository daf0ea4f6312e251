import { createHash } from 'node:crypto';
import { DomainError, notFound } from '@ci/domain';
import type { DataSource, EntityManager } from 'typeorm';
import type { KeyRing } from '@ci/config';
import { inTransaction, type Statement } from '@ci/database';
import { errorBody } from '../http/error-body.ts';
import type { AnswerHead, HttpAnswer } from '../http/http-answer.ts';
import type { Caller } from '@ci/security';
import { idempotencyKeyOf, requestFingerprint, type IdempotentRequest } from './request-fingerprint.ts';
import { findAnswer, keepAnswer, takeKey, tryLockKey, type StoredAnswer, type StoredKey } from './stored-answers.ts';

/** What `Idempotency` works with. */
export interface IdempotencySettings {
  readonly dataSource: DataSource;
  readonly encryptionKeys: KeyRing;
}

/** How one effect's answer is kept. */
export interface IdempotencyOptions {
  /** The answer holds a secret: it is kept encrypted. */
  readonly secret?: boolean;
  /** What the body is compared by when a plugin read it as a stream. */
  readonly content?: string | Uint8Array;
  /**
   * Shows the body of an earlier answer again from its `resourceId`; undefined when the resource is gone. Large answers and those with
   * personal data are kept this way: what has been erased must not live on in an answer.
   */
  readonly rebuild?: (resourceId: string, tx: EntityManager) => Promise<unknown>;
}

type Outcome = { readonly fresh: HttpAnswer } | { readonly stored: StoredAnswer; readonly rebuiltBody: unknown };

/** Makes a repeated POST harmless: under one Idempotency-Key an effect happens once, and every repeat gets the first answer. */
export class Idempotency {
  readonly #settings: IdempotencySettings;

  constructor(settings: IdempotencySettings) {
    this.#settings = settings;
  }

  /** Runs the effect in a transaction with the row of its key; without an Idempotency-Key it just runs it in a transaction. */
  async run(
    request: IdempotentRequest,
    caller: Pick<Caller, 'workspace'>,
    effect: (tx: EntityManager) => Promise<HttpAnswer>,
    options: IdempotencyOptions = {},
  ): Promise<HttpAnswer> {
    const { dataSource } = this.#settings;
    const stored = keyOf(request, caller, options);
    if (stored === undefined) return inTransaction(dataSource, effect);
    let refusal: DomainError | undefined;
    const once = async (tx: EntityManager): Promise<HttpAnswer> => {
      // What `inTransaction` throws when it gives up after conflicts is not the effect's answer, and is never kept.
      refusal = undefined;
      try {
        return await effect(tx);
      } catch (error) {
        if (error instanceof DomainError && isFinal(error.status, error.headers)) refusal = error;
        throw error;
      }
    };
    try {
      return answerOf(await inTransaction(dataSource, (tx) => this.#underKey(tx, stored, once, options)), request.id);
    } catch (error) {
      if (refusal !== undefined && error === refusal) await this.#keepRefusal(stored, refusal);
      throw error;
    }
  }

  /**
   * The row of the request's key, for an effect that is ONE statement and an answer that `rebuild` shows again: a part of that statement, so
   * that the key is used with the effect or not at all. Where it fails by `isKeyTaken`, `run` knows the answer. Undefined without a key.
   */
  rowWith(
    request: IdempotentRequest,
    caller: Pick<Caller, 'workspace'>,
    answer: AnswerHead,
    options: Pick<IdempotencyOptions, 'content'> = {},
  ): Statement | undefined {
    const stored = keyOf(request, caller, options);
    if (stored === undefined) return undefined;
    return takeKey({ ...stored, answer, secret: false, rebuilt: true }, this.#settings.encryptionKeys);
  }

  async #underKey(
    tx: EntityManager,
    stored: KeyOfRequest,
    effect: (tx: EntityManager) => Promise<HttpAnswer>,
    { secret = false, rebuild }: IdempotencyOptions,
  ): Promise<Outcome> {
    if (!(await tryLockKey(tx, stored))) {
      throw new DomainError('conflict', 'A request with this idempotency key is still running.', {
        headers: { 'retry-after': '1' },
      });
    }
    const earlier = await findAnswer(tx, stored, this.#settings.encryptionKeys);
    if (earlier === undefined) {
      const answer = await effect(tx);
      const rebuilt = rebuild !== undefined && answer.resourceId !== undefined && answer.status < 300;
      if (isFinal(answer.status, answer.headers))
        await keepAnswer(tx, { ...stored, answer, secret, rebuilt }, this.#settings.encryptionKeys);
      return { fresh: answer };
    }
    if (!earlier.requestHash.equals(stored.requestHash)) throw new DomainError('idempotency_key_reused');
    if (rebuild === undefined || earlier.resourceId === null) return { stored: earlier, rebuiltBody: undefined };
    const rebuiltBody = await rebuild(earlier.resourceId, tx);
    if (rebuiltBody === undefined) throw notFound();
    return { stored: earlier, rebuiltBody };
  }

  /**
   * The effect was rolled back with its transaction, so the refusal is kept in a separate one. In between another request with the key may have
   * got in: then its answer is the one that is kept.
   */
  async #keepRefusal(stored: KeyOfRequest, refusal: DomainError): Promise<void> {
    const { dataSource, encryptionKeys } = this.#settings;
    const { status, headers, body } = errorBody(refusal, '');
    await inTransaction(dataSource, async (tx) => {
      if (!(await tryLockKey(tx, stored))) return;
      await keepAnswer(
        tx,
        { ...stored, answer: { status, headers, body }, secret: false, rebuilt: false },
        encryptionKeys,
      );
    });
  }
}

interface KeyOfRequest extends StoredKey {
  readonly requestHash: Buffer;
}

function keyOf(
  request: IdempotentRequest,
  { workspace }: Pick<Caller, 'workspace'>,
  { content }: Pick<IdempotencyOptions, 'content'>,
): KeyOfRequest | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  // A client may make its keys of anything, names and addresses too: what is kept reveals none of them.
  const hash = createHash('sha256').update(key).digest('base64url');
  return { workspaceId: workspace.id, key: hash, requestHash: requestFingerprint(request, content) };
}

/** Whether asking again would give the same answer: 2xx, and 4xx that do not say when to come back. */
function isFinal(status: number, headers: Readonly<Record<string, string>> = {}): boolean {
  if (status >= 200 && status < 300) return true;
  return (
    status >= 400 &&
    status < 500 &&
    status !== 429 &&
    !Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after')
  );
}

function answerOf(outcome: Outcome, requestId: string): HttpAnswer {
  if ('fresh' in outcome) return outcome.fresh;
  const { status, headers, body, resourceId } = outcome.stored;
  return {
    status,
    headers: { ...headers, 'idempotent-replayed': 'true' },
    body: outcome.rebuiltBody ?? withRequestId(body, requestId),
    ...(resourceId === null ? {} : { resourceId }),
  };
}

/** A refusal that is repeated is the answer to another request, and names that one. */
function withRequestId(body: unknown, requestId: string): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return body;
  return { ...body, error: { ...(body.error as object), request_id: requestId } };
}
