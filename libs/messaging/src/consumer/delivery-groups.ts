import type { Delivery } from './delivery.ts';

/** How much of a partition may share a transaction. */
export interface GroupLimits {
  readonly messages: number;
  readonly bytes: number;
}

/** Neighbours in their partition that may share a transaction, or one message that may not. */
export interface DeliveryGroup {
  readonly deliveries: readonly Delivery[];
  /** Up to here the partition is processed when they are; it may lie behind the last of them. */
  readonly lastOffset: string;
}

/**
 * Cuts deliveries of one partition, in order, into groups within the limits. One that can't be read is a separate group: it is known to fail, and
 * would take the others along. One that does not concern us is skipped. Messages are read when their group is asked for.
 */
export function* groupsOf(
  deliveries: Iterable<Delivery>,
  limits: GroupLimits,
  concernsUs: (delivery: Delivery) => boolean,
): Generator<DeliveryGroup> {
  let group: Delivery[] = [];
  let bytes = 0;
  let lastOffset: string | undefined;
  for (const delivery of deliveries) {
    const { offset, value } = delivery.record;
    if (concernsUs(delivery)) {
      const alone = !isReadable(delivery);
      const isFull = group.length >= limits.messages || bytes + value.length > limits.bytes;
      if (group.length > 0 && lastOffset !== undefined && (alone || isFull)) {
        yield { deliveries: group, lastOffset };
        [group, bytes] = [[], 0];
      }
      if (alone) {
        yield { deliveries: [delivery], lastOffset: offset };
        lastOffset = undefined;
        continue;
      }
      group.push(delivery);
      bytes += value.length;
    }
    lastOffset = offset;
  }
  if (lastOffset !== undefined) yield { deliveries: group, lastOffset };
}

function isReadable(delivery: Delivery): boolean {
  try {
    delivery.read();
    return true;
  } catch {
    return false;
  }
}
