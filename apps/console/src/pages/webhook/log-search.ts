import type { Delivery, DeliveryFilters } from '../../api/webhooks.ts';

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

/** What the API is asked for. */
export function deliveryFiltersOf({ status, type }: LogSearch): DeliveryFilters {
  return { ...(status && { status }), ...(type && { event_type: type }) };
}
