import { selected } from '@ci/database';
import { DeliveryRow } from './delivery.entity.ts';

/** What the log shows of a delivery `d`: one statement, so that it and its attempts are of one moment. */
export const shownDelivery = `
  ${selected(DeliveryRow, 'd')},
  (SELECT coalesce(json_agg(json_build_object(
     'number', a.number, 'attempted_at', a.attempted_at, 'latency_ms', a.latency_ms,
     'status_code', a.status_code, 'error', a.error, 'response_body', a.response_body) ORDER BY a.number), '[]')
   FROM delivery_attempts a WHERE a.delivery_id = d.id) AS attempts`;

/** Where the newest deliveries are looked for; each is an expression of SQL. */
export interface NewestDeliveries {
  readonly webhookId: string;
  /** Arrays of the types and the statuses that are wanted. */
  readonly types: string;
  readonly statuses: string;
  /** What else is asked of a delivery `d`. */
  readonly condition?: string;
  /** How many rows are looked at, of each type and status. */
  readonly limit: string;
}

/**
 * The newest deliveries `d` to an endpoint, of each type in each status, for a FROM. The caller sorts these few rows. Written by hand: the query
 * builder has no LATERAL. Each lookup is a piece of the index `deliveries_log` that is read from its beginning, so that a rare status among many deliveries is found as
 * fast as a frequent one, and no other index has to be written for it.
 */
export const newestDeliveries = ({
  webhookId,
  types,
  statuses,
  condition = 'true',
  limit,
}: NewestDeliveries): string => `
  unnest(${types}) AS wanted_type(name) CROSS JOIN unnest(${statuses}) AS wanted_status(name) CROSS JOIN LATERAL (
    SELECT * FROM deliveries d
    WHERE d.webhook_id = ${webhookId} AND d.event_type = wanted_type.name AND d.status = wanted_status.name AND ${condition}
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}
  ) d`;

/** Deliveries to an endpoint, of some types and statuses; `after`: behind a place in the list. */
export const deliveryPage = (after: boolean): string => {
  const newest = newestDeliveries({
    webhookId: '$1',
    types: '$2::text[]',
    statuses: '$3::text[]',
    ...(after ? { condition: '(d.created_at, d.id) < ($5::timestamptz, $6)' } : {}),
    limit: '$4',
  });
  return `SELECT ${shownDelivery} FROM ${newest} ORDER BY d.created_at DESC, d.id DESC LIMIT $4`;
};
