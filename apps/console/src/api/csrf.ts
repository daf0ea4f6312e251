import type { SessionAnswer } from '@ci/contracts/console';
import { queryClient } from './query-client.ts';
import { sessionKey } from './session-ended.ts';

const harmless = new Set(['GET', 'HEAD']);

/** The header without which the gateway refuses every request that changes something. */
export function csrfHeader(method: string): Readonly<Record<string, string>> {
  if (harmless.has(method)) return {};
  const token = queryClient.getQueryData<SessionAnswer>(sessionKey)?.session?.csrf_token;
  return token === undefined ? {} : { 'x-csrf-token': token };
}
