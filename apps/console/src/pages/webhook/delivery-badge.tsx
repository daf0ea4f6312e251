import { Badge } from '@mantine/core';
import type { Delivery } from '../../api/webhooks.ts';
import { texts } from '../../texts/texts.ts';

const colors = { pending: 'yellow', delivered: 'petrol', failed: 'red', dropped: 'gray' } as const;

/** What became of a delivery so far. */
export function DeliveryBadge({ status }: { readonly status: Delivery['status'] }) {
  return <Badge color={colors[status]}>{texts.webhooks.log.statuses[status]}</Badge>;
}
