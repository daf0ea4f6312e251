import type { KeyScope } from '../api-key/api-key.events.ts';
import type { MemberRole } from '../member/member.events.ts';

/** Who a request comes from, whatever proves it: an API key, or the session of a member. */
export interface Identity {
  /** `key_…` or `mem_…`. */
  readonly id: string;
  readonly scope: KeyScope;
  /** Of a session. */
  readonly member?: { readonly role: MemberRole; readonly repIds: readonly string[] };
  readonly workspace: { readonly id: string; readonly timezone: string; readonly domains: readonly string[] };
}
