import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '@ci/domain';
import { withinTime } from '../limit-rates/within-time.ts';
import type { Logger } from '@ci/observability';
import type { DataSource } from 'typeorm';
import type { KeyScope } from '../api-key/api-key.events.ts';
import { ChangePoll, STALE_MS } from '../change-poll.ts';
import type { Identity } from './identity.ts';
import { LookupLimit } from './lookup-limit.ts';

/** A valid key and what belongs to it. The object is remembered as long as nothing about it changes. */
export type KnownKey = Identity;

/** Each poll looks back this far, so that a transaction that commits late is not missed. */
const WINDOW_SECONDS = 60;
/** After a longer gap the window may not reach back to the last poll: everything is forgotten. */
const FORGET_MS = 30_000;
const MAX_KEYS = 10_000;
/** Keys are found by so much of their hash. The rest is compared in constant time: how long a refusal takes reveals nothing of a stored hash. */
const FOUND_BY_BYTES = 8;

/**
 * The keys this instance has met, each read once. Authentication fails closed: an instance that could not check for a second asks the
 * database about every key, and says `unavailable` when that does not answer.
 */
export class KnownKeys {
  readonly #keys = new Map<string, { readonly hash: Buffer; readonly key: KnownKey }>();
  readonly #loads = new Map<string, Promise<KnownKey | undefined>>();
  readonly #lookups = new LookupLimit();
  readonly #poll: ChangePoll;

  /** `lookups`: connections for keys that this instance does not remember. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly lookups: DataSource,
    logger: Logger,
  ) {
    this.#poll = new ChangePoll({
      look: (gapMs) => this.#look(gapMs),
      onAway: (error) =>
        logger.warn({ err: error }, 'cannot poll for deleted keys: every key is read from the database'),
      onBack: () => logger.info('polling for deleted keys again'),
    });
  }

  start(): Promise<void> {
    return this.#poll.start();
  }

  stop(): void {
    this.#poll.stop();
  }

  /** The key with this hash, or undefined when there is none. `from`: whose request it is, as far as that is known. */
  async find(hash: Buffer, from: string): Promise<KnownKey | undefined> {
    const remembered = this.#keys.get(nameOf(hash));
    const isRemembered = remembered !== undefined && timingSafeEqual(remembered.hash, hash);
    if (isRemembered && this.isFresh()) return remembered.key;
    const asked = hash.toString('base64');
    const loading = this.#loads.get(asked) ?? this.#begin(hash, asked, isRemembered ? undefined : from);
    // A database that neither answers nor refuses must not hold requests.
    return withinTime(loading, STALE_MS, () => new DomainError('unavailable'));
  }

  /** Whether a key is wrong shows when it was looked up: a flood of them must leave alone what else the database is asked. */
  #begin(hash: Buffer, asked: string, from: string | undefined): Promise<KnownKey | undefined> {
    const load =
      from === undefined
        ? this.#load(this.dataSource, hash)
        : this.#lookups.run(from, () => this.#load(this.lookups, hash));
    const loading = load.finally(() => this.#loads.delete(asked));
    this.#loads.set(asked, loading);
    return loading;
  }

  /** Whether deletions were looked for within the last second. */
  isFresh(): boolean {
    return this.#poll.isFresh();
  }

  async #load(source: DataSource, hash: Buffer): Promise<KnownKey | undefined> {
    const rows = await source.query<KeyRow[]>(findKeys, rangeOf(hash));
    const row = rows.find((candidate) => timingSafeEqual(candidate.hash, hash));
    const name = nameOf(hash);
    this.#keys.delete(name);
    if (row === undefined) return undefined;
    const { id, scope, workspace_id, timezone, domains } = row;
    const key = { id, scope, workspace: { id: workspace_id, timezone, domains } };
    // A map gives its keys in the order they came: the first one was read longest ago.
    const oldest = this.#keys.size >= MAX_KEYS ? this.#keys.keys().next().value : undefined;
    if (oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.set(name, { hash, key });
    return key;
  }

  async #look(gapMs: number): Promise<void> {
    const rows = await this.dataSource.query<{ id: string }[]>(findChanges, [WINDOW_SECONDS]);
    if (gapMs > FORGET_MS) this.#keys.clear();
    this.#forget(new Set(rows.map(({ id }) => id)));
  }

  #forget(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    for (const [name, { key }] of this.#keys) {
      if (ids.has(key.id) || ids.has(key.workspace.id)) this.#keys.delete(name);
    }
  }
}

function nameOf(hash: Buffer): string {
  return hash.toString('base64', 0, FOUND_BY_BYTES);
}

/** The first and the last hash that begin like this one: the index on whole hashes serves for their beginnings too. */
function rangeOf(hash: Buffer): [Buffer, Buffer] {
  const others = hash.length - FOUND_BY_BYTES;
  const beginning = hash.subarray(0, FOUND_BY_BYTES);
  return [Buffer.concat([beginning, Buffer.alloc(others)]), Buffer.concat([beginning, Buffer.alloc(others, 0xff)])];
}

interface KeyRow {
  readonly hash: Buffer;
  readonly id: string;
  readonly scope: KeyScope;
  readonly workspace_id: string;
  readonly timezone: string;
  readonly domains: readonly string[];
}

const findKeys = `
  SELECT s.hash, k.id, k.scope, k.workspace_id, w.timezone, w.domains
    FROM api_key_secrets s JOIN api_keys k ON k.id = s.key_id JOIN workspaces w ON w.id = k.workspace_id
   WHERE s.hash BETWEEN $1 AND $2 AND k.deleted_at IS NULL`;

const findChanges = `
  SELECT id FROM api_keys WHERE deleted_at IS NOT NULL AND changed_at > clock_timestamp() - make_interval(secs => $1)
  UNION ALL
  SELECT id FROM workspaces WHERE changed_at > clock_timestamp() - make_interval(secs => $1)`;
