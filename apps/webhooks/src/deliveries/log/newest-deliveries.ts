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
 * The newest deliveries `d` to an endpoint, of each type in each status, for a FROM. The caller sorts these few rows. Each
 * lookup is a piece of the index `deliveries_log` that is read from its beginning, so that a rare status among many deliveries is found as
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
