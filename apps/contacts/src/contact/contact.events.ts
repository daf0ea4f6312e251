import type { Outcome } from '@ci/contracts';
import { defineEvents, type Erased } from '@ci/domain';

export interface ContactRegistered {
  readonly type: 'ContactRegistered';
  readonly data: { readonly contactId: string; readonly registeredAt: string };
  readonly personal: { readonly email: string } | Erased;
}

/** A name or company that was not known before. */
export interface DetailsLearned {
  readonly type: 'DetailsLearned';
  readonly data: { readonly callId: string };
  readonly personal: { readonly name: string | null; readonly company: string | null } | Erased;
}

export interface CallJoined {
  readonly type: 'CallJoined';
  readonly data: {
    readonly callId: string;
    readonly createdAt: string;
    readonly durationSeconds: number;
    /** Absent where version 1.0 of this service stored the event. */
    readonly repId?: string;
  };
}

/** What the analysis said, by revision. It may be known before the call has joined. */
export interface CallAnalysed {
  readonly type: 'CallAnalysed';
  readonly data: {
    readonly callId: string;
    readonly revision: number;
    readonly coachingScore: number;
    /** null: a client's outcome replaces it. */
    readonly inferredOutcome: Outcome | null;
  };
}

/** What a client said, as of a time. null: nothing, so that the inferred outcome counts. */
export interface OutcomeProvided {
  readonly type: 'OutcomeProvided';
  readonly data: { readonly callId: string; readonly outcome: Outcome | null; readonly asOf: string };
}

/** The call was deleted. Nothing about it counts any more, whenever it arrives. */
export interface CallLeft {
  readonly type: 'CallLeft';
  readonly data: { readonly callId: string };
}

/** The last of the prospect's calls was deleted: nothing personal is left, and the next call makes a new contact. */
export interface ContactForgotten {
  readonly type: 'ContactForgotten';
  readonly data: { readonly contactId: string };
}

export type ContactEvent =
  | ContactRegistered
  | DetailsLearned
  | CallJoined
  | CallAnalysed
  | OutcomeProvided
  | CallLeft
  | ContactForgotten;

export const contactEvents = defineEvents<ContactEvent>({
  ContactRegistered: { version: 1 },
  DetailsLearned: { version: 1 },
  CallJoined: { version: 1 },
  CallAnalysed: { version: 1 },
  OutcomeProvided: { version: 1 },
  CallLeft: { version: 1 },
  ContactForgotten: { version: 1 },
});
