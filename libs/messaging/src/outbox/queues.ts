/** The queues of the outbox, by the number in its column `shard`. */
export const QUEUE = 0;
/** Messages without a field that the relay inserts. Relays of older releases do not read this queue; they would send them as they are. */
export const QUEUE_OF_REFERENCES = 1;

/** In a row's headers: the id of what is inserted. It is not sent. */
export const REFERENCE_HEADER = 'ci_reference';
