import { crc32 } from 'node:zlib';

/**
 * Into how many queues the outbox is divided, each with a leading relay of its own. Raise it only with an empty outbox: a key that
 * changes its shard could overtake itself.
 */
export const SHARDS = 1;

/** Where messages without a field wait that the relay puts in: relays of releases before this one do not look there, and would send them as they are. */
export function shardOfReferences(shard: number): number {
  return SHARDS + shard;
}

/** In a row's headers: the id of what is put in. It is not sent. */
export const REFERENCE_HEADER = 'ci_reference';

/** The queue of a key: always the same one. */
export function shardOf(key: string, shards = SHARDS): number {
  return crc32(key) % shards;
}
