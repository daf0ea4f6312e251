import type { ServiceName } from '../service-names.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One path of the public API and who answers it. */
export interface PublicRoute {
  /** Below `/v1/`. */
  readonly path: string;
  readonly methods: readonly Method[];
  readonly service: ServiceName;
  /** Holds requests that say `Prefer: wait`. */
  readonly waits?: true;
  /** The service may not have heard of a call that ingestion has recorded already. */
  readonly mayNotKnowCall?: true;
  /** A write is counted against the budget of recorded calls: a transcript goes through all services. */
  readonly recordsCalls?: true;
  /** DELETE deletes a call, of which others have to hear. */
  readonly deletesCalls?: true;
}

/** Everything the public API has. Nothing else is forwarded. */
export const publicRoutes: readonly PublicRoute[] = [
  { path: 'calls', methods: ['GET', 'POST'], service: 'ingestion', recordsCalls: true },
  { path: 'calls/import', methods: ['POST'], service: 'ingestion', recordsCalls: true },
  { path: 'calls/:id', methods: ['GET', 'PATCH', 'DELETE'], service: 'ingestion', deletesCalls: true },
  { path: 'calls/:id/reanalyze', methods: ['POST'], service: 'ingestion', recordsCalls: true },
  { path: 'calls/:id/speakers', methods: ['PATCH'], service: 'ingestion', recordsCalls: true },
  { path: 'calls/:id/summary', methods: ['GET'], service: 'summarization', waits: true, mayNotKnowCall: true },
  { path: 'calls/:id/coaching', methods: ['GET'], service: 'summarization', waits: true, mayNotKnowCall: true },
  { path: 'calls/:id/action-items', methods: ['GET'], service: 'summarization', waits: true, mayNotKnowCall: true },
  { path: 'action-items', methods: ['GET'], service: 'summarization' },
  { path: 'action-items/:id', methods: ['PATCH'], service: 'summarization' },
  { path: 'contacts', methods: ['GET'], service: 'contacts' },
  { path: 'contacts/:id', methods: ['GET'], service: 'contacts' },
  { path: 'webhooks', methods: ['GET', 'POST'], service: 'webhooks' },
  { path: 'webhooks/event-types', methods: ['GET'], service: 'webhooks' },
  { path: 'webhooks/:id', methods: ['GET', 'PATCH', 'DELETE'], service: 'webhooks' },
  { path: 'webhooks/:id/test', methods: ['POST'], service: 'webhooks' },
  { path: 'webhooks/:id/deliveries', methods: ['GET'], service: 'webhooks' },
  { path: 'webhooks/:id/deliveries/:delivery_id', methods: ['GET'], service: 'webhooks' },
  { path: 'webhooks/:id/recover', methods: ['POST'], service: 'webhooks' },
  { path: 'webhooks/:id/recoveries', methods: ['GET'], service: 'webhooks' },
  { path: 'webhooks/:id/recoveries/:recovery_id', methods: ['GET'], service: 'webhooks' },
  { path: 'webhooks/:id/recoveries/:recovery_id/cancel', methods: ['POST'], service: 'webhooks' },
  { path: 'deliveries/:id/redeliver', methods: ['POST'], service: 'webhooks' },
];
