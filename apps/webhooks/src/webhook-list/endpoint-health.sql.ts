import { deliveryStatuses, webhookEventTypes } from '@ci/contracts';
import { newestDeliveries } from '../deliveries/log/deliveries.sql.ts';

/** What is delivered or given up was tried. Of what waits or was dropped, no more than 1,000 of a type are looked at for what was tried. */
const newest = newestDeliveries({
  webhookId: 'e.id',
  types: arrayOf(webhookEventTypes),
  statuses: arrayOf(deliveryStatuses),
  limit: `CASE WHEN wanted_status.name IN ('delivered', 'failed') THEN 100 ELSE 1000 END`,
});

/** Of the latest attempts on an endpoint `e`, the share that failed: of a bounded number of rows. */
export const failureRate = `
  (SELECT round(avg((a.error IS NOT NULL)::int), 4)::float8
   FROM (SELECT d.id FROM ${newest} WHERE d.attempts > 0 ORDER BY d.created_at DESC, d.id DESC LIMIT 100) tried
   JOIN delivery_attempts a ON a.delivery_id = tried.id)`;

/** When the next attempt on an endpoint `e` is due. */
export const nextAttempt = `(SELECT min(d.next_attempt_at) FROM deliveries d WHERE d.webhook_id = e.id AND d.status = 'pending')`;

/** Of words that are ours. */
function arrayOf(words: readonly string[]): string {
  return `ARRAY[${words.map((word) => `'${word}'`).join(', ')}]`;
}
