import { createHash } from 'node:crypto';
import { canonicalJson } from '@ci/platform';
import type { CallContent, CallFacts } from './call.events.ts';

/** Distinguishes the same call, sent again, from another one under the same external id. Later changes of a client do not count. */
export function contentHash(facts: Omit<CallFacts, 'call_id'> | CallFacts, content: CallContent): Buffer {
  const { call_id: _id, ...comparable } = { call_id: null, ...facts };
  const { content_hash: _hash, ...said } = content;
  return createHash('sha256')
    .update(canonicalJson([comparable, said]))
    .digest();
}
