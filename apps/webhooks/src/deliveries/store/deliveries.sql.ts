import { isFirstInItsCall } from '../queue/due-deliveries.sql.ts';

/**
 * Written by hand, as what follows: one statement for the rows of many events. As JSON: the driver escapes arrays of texts by regular
 * expressions, and bodies are long and full of quotes.
 */
export const insertEvents = `
  INSERT INTO webhook_events (id, workspace_id, type, call_id, body, traceparent, created_at)
  SELECT id, "workspaceId", type, "callId", body, traceparent, now
  FROM json_to_recordset($1::json)
    AS e (id text, "workspaceId" text, type text, "callId" text, body text, traceparent text, now timestamptz)
  ON CONFLICT (id) DO NOTHING`;

/** The consumer has locked the call: no earlier event of it can be stored meanwhile. */
export const insertDeliveries = `
  INSERT INTO deliveries (id, workspace_id, webhook_id, event_id, event_type, call_id, call_order, status, created_at, next_attempt_at, held,
                          lease, leased_until)
  SELECT d.id, d.workspace_id, d.webhook_id, d.event_id, d.event_type, d.call_id, d.call_order, d.status, d.created_at, d.next_attempt_at, d.held,
         CASE WHEN may.start THEN d.lease END, CASE WHEN may.start THEN d.leased_until END
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::timestamptz[],
              $10::timestamptz[], $11::boolean[], $12::uuid[], $13::timestamptz[])
    AS d (id, workspace_id, webhook_id, event_id, event_type, call_id, call_order, status, created_at, next_attempt_at, held, lease, leased_until)
  CROSS JOIN LATERAL (
    SELECT d.lease IS NOT NULL AND ${isFirstInItsCall('d')} AS start
  ) may
  ON CONFLICT (event_id, webhook_id) DO NOTHING
  RETURNING id, lease IS NOT NULL AS leased`;

export const addConclusions = `
  UPDATE call_gates g SET concluded = concluded || c.revisions
  FROM (
    SELECT call_id, array_agg(revision) AS revisions
    FROM unnest($1::text[], $2::int[]) AS t (call_id, revision) GROUP BY call_id
  ) c WHERE g.call_id = c.call_id`;
