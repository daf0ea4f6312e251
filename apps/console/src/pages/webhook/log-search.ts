import type { Delivery } from '../../api/webhooks.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dropped'] as const satisfies Delivery['status'][];
export const eventTypes = [
  'call.ended',
  'summary.ready',
  'summary.failed',
  'webhook.test',
] as const satisfies Delivery['event_type'][];

/** What the address of an endpoint's page says. */
export interface LogSearch {
  readonly status?: Delivery['status'];
  readonly type?: Delivery['event_type'];
  /** The delivery that is open. */
  readonly delivery?: string;
}

/** Leaves out what is no filter, and what a filter can not be. */
export function readLogSearch(search: Readonly<Record<string, unknown>>): LogSearch {
  const status = deliveryStatuses.find((one) => one === search['status']);
  const type = eventTypes.find((one) => one === search['type']);
  const delivery = search['delivery'];
  return {
    ...(status && { status }),
    ...(type && { type }),
    ...(typeof delivery === 'string' && delivery !== '' && { delivery }),
  };
}

/** The log of the API has no filters: they are applied to what was read of it. */
export function matching(deliveries: readonly Delivery[], { status, type }: LogSearch): readonly Delivery[] {
  return deliveries.filter(
    (delivery) =>
      (status === undefined || delivery.status === status) && (type === undefined || delivery.event_type === type),
  );
}
