import type { Webhook } from '../../api/webhooks.ts';

/** How an endpoint does, in one word: `failing` is one that is sent to although its last attempts failed. */
export type Condition = 'well' | 'failing' | 'disabled';

export function conditionOf({ status, health }: Pick<Webhook, 'status' | 'health'>): Condition {
  if (status === 'disabled') return 'disabled';
  return health.failing_since === null ? 'well' : 'failing';
}
