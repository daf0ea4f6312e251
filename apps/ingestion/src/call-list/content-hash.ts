import { createHash } from 'node:crypto';
import { canonicalJson } from '@ci/http';
import type { CallContent, CallFacts } from '../call/call.events.ts';

/** Distinguishes the same call, sent again, from another one under the same external id. Later changes of a client do not count. */
export function contentHash(
  facts: Omit<CallFacts, 'call_id'> | CallFacts,
  content: Omit<CallContent, 'content_hash'>,
): string {
  const { call_id: _id, ...comparable } = { call_id: null, ...facts };
  return createHash('sha256')
    .update(canonicalJson([comparable, content]))
    .digest('hex');
}
