import { crc32 } from 'node:zlib';

/**
 * Into how many queues the outbox is divided, each with a leading relay of its own. Raise it only with an empty outbox: a key that
 * changes its shard could overtake itself.
 */
export const SHARDS = 1;

/** The queue of a key: always the same one. */
export function shardOf(key: string, shards = SHARDS): number {
  return crc32(key) % shards;
}
