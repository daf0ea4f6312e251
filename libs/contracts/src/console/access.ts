/** The role of a member in a workspace. */
export const roles = ['owner', 'manager', 'rep', 'reader'] as const;
export type MemberRole = (typeof roles)[number];

/** Which calls, and all that comes with a call, an operation reaches: those of all members, the member's own, or none. */
export type Reach = 'all' | 'own' | 'none';

// Bodies of events hold the calls of all members, and a webhook takes them elsewhere.
const ownersOnly = { manager: 'none', rep: 'none', reader: 'none' } as const;

/** What each role may do with each operation of the public API. An owner may do everything. */
export const operationAccess = {
  listCalls: { manager: 'all', rep: 'own', reader: 'all' },
  getCall: { manager: 'all', rep: 'own', reader: 'all' },
  recordCall: { manager: 'all', rep: 'own', reader: 'none' },
  importCall: { manager: 'all', rep: 'own', reader: 'none' },
  updateCall: { manager: 'all', rep: 'own', reader: 'none' },
  correctSpeakers: { manager: 'all', rep: 'own', reader: 'none' },
  reanalyzeCall: { manager: 'all', rep: 'own', reader: 'none' },
  // A rep corrects what was said of a call, and takes none from the numbers of the team.
  deleteCall: { manager: 'all', rep: 'none', reader: 'none' },
  getCallSummary: { manager: 'all', rep: 'own', reader: 'all' },
  getCallCoaching: { manager: 'all', rep: 'own', reader: 'all' },
  listCallActionItems: { manager: 'all', rep: 'own', reader: 'all' },
  listActionItems: { manager: 'all', rep: 'own', reader: 'all' },
  updateActionItem: { manager: 'all', rep: 'own', reader: 'none' },
  // A rep sees the contacts that appeared on their own calls, and of those these calls alone.
  listContacts: { manager: 'all', rep: 'own', reader: 'all' },
  getContact: { manager: 'all', rep: 'own', reader: 'all' },
  listWebhooks: ownersOnly,
  createWebhook: ownersOnly,
  listEventTypes: ownersOnly,
  getWebhook: ownersOnly,
  updateWebhook: ownersOnly,
  deleteWebhook: ownersOnly,
  testWebhook: ownersOnly,
  listDeliveries: ownersOnly,
  getDelivery: ownersOnly,
  recoverWebhook: ownersOnly,
  listRecoveries: ownersOnly,
  getRecovery: ownersOnly,
  cancelRecovery: ownersOnly,
  redeliver: ownersOnly,
} as const satisfies Record<string, Readonly<Record<Exclude<MemberRole, 'owner'>, Reach>>>;

export type OperationId = keyof typeof operationAccess;

/** What a role reaches with an operation. */
export function reachOf(role: MemberRole, operation: OperationId): Reach {
  return role === 'owner' ? 'all' : operationAccess[operation][role];
}
