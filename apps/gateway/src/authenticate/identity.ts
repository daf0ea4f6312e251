import type { KeyScope } from '../api-key/api-key.events.ts';

/** Who a request comes from, whatever proves it: an API key, or the session of a member. */
export interface Identity {
  /** `key_…` or `mem_…`. */
  readonly id: string;
  readonly scope: KeyScope;
  readonly workspace: { readonly id: string; readonly timezone: string; readonly domains: readonly string[] };
}
