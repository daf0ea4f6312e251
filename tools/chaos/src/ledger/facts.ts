import type { SubscribableEventType, TopicName } from '@ci/contracts';
import type { ServiceName } from '@ci/testing/system';
import type { InstanceName } from '../instances.ts';

/** Everything that was seen of a run: what the clients know, and what the system holds and has sent when it has come to rest. */
export interface Facts {
  readonly planned: readonly PlannedCall[];
  readonly wrongAnswers: readonly WrongAnswer[];
  readonly calls: readonly ListedCall[];
  readonly details: readonly CallLookup[];
  readonly contacts: readonly ListedContact[];
  readonly analyses: readonly EndedAnalysis[];
  readonly messages: readonly SentMessage[];
  readonly arrivals: readonly Arrival[];
  readonly endpoints: readonly SubscribedEndpoint[];
  readonly receipts: readonly Receipt[];
  readonly leftovers: readonly Leftover[];
  readonly faults: readonly EndedFault[];
  readonly readiness: readonly ReadinessChange[];
  readonly endedAtMs: number;
}

/** A call as its client knows it. */
export interface PlannedCall {
  /** Unique; sent as `rep_id`, so that a call tells whose it is. */
  readonly plan: string;
  readonly workspaceId: string;
  readonly email: string | null;
  /** From the 201; null when no answer ever came. */
  readonly callId: string | null;
  /** How many times `POST …/reanalyze` was answered with 202. */
  readonly reanalyses: number;
  /** The last title that a PATCH was answered 200 for. */
  readonly title: string | null;
  readonly deleted: boolean;
  /** Requests that were repeated until the end without a final answer. */
  readonly unanswered: readonly string[];
}

/** An answer that no outage explains: 500, or a refusal of a request that is right. */
export interface WrongAnswer {
  readonly plan: string;
  readonly request: string;
  readonly status: number;
  readonly body: string;
}

/** A call in `GET /calls`. */
export interface ListedCall {
  readonly workspaceId: string;
  readonly id: string;
  readonly repId: string;
  readonly analysisStatus: 'pending' | 'ready' | 'failed';
  readonly title: string | null;
}

/** What `GET /calls/{id}` and `GET /calls/{id}/summary` answer for a call that was recorded. */
export interface CallLookup {
  readonly callId: string;
  readonly status: number;
  readonly summaryStatus: number;
  /** The summary's; null without one. */
  readonly revision: number | null;
  readonly coachingScore: number | null;
}

export interface ListedContact {
  readonly workspaceId: string;
  readonly id: string;
  readonly email: string;
  readonly callCount: number;
  readonly calls: readonly { readonly id: string; readonly coachingScore: number | null }[];
}

/** An event of summarization's own store that ends a revision. */
export interface EndedAnalysis {
  readonly callId: string;
  readonly revision: number;
}

/** One record of a topic; the same message may be there several times. */
export interface SentMessage {
  readonly topic: TopicName;
  readonly partition: number;
  readonly offset: number;
  readonly key: string | null;
  readonly id: string;
  /** Milliseconds. */
  readonly time: number;
  /** Of `call.transcribed`, `summary.ready` and `summary.failed`. */
  readonly revision: number | null;
}

/** A row of an inbox. */
export interface Arrival {
  readonly service: ServiceName;
  readonly topic: string;
  readonly messageId: string;
  /** Microseconds. */
  readonly receivedAt: number;
}

export interface SubscribedEndpoint {
  readonly id: string;
  readonly workspaceId: string;
  readonly events: readonly SubscribableEventType[];
}

/** One request that an endpoint has received, in the order of arrival. */
export interface Receipt {
  readonly endpointId: string;
  readonly webhookId: string;
  readonly type: SubscribableEventType;
  readonly callId: string;
  /** 0 for call.ended. */
  readonly revision: number;
  /** Whether it was answered with 200. */
  readonly accepted: boolean;
}

/** Something that should be empty when all is quiet. */
export interface Leftover {
  readonly service: ServiceName;
  readonly what: 'outbox' | 'outbox_parked' | 'parked_messages' | 'analysis_jobs' | 'deliveries';
  readonly count: number;
  /** One of them, with what is known about why it is there. */
  readonly example: string;
}

export interface EndedFault {
  readonly name: string;
  readonly affects: readonly InstanceName[];
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface ReadinessChange {
  readonly instance: InstanceName;
  readonly atMs: number;
  readonly ready: boolean;
}
