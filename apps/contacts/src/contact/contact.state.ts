import type { Outcome } from '@ci/contracts';
import { isErased } from '@ci/domain';
import type { ContactEvent } from './contact.events.ts';

export interface ContactState {
  /** null until the first call has joined, and again once the last one has left. */
  readonly contactId: string | null;
  readonly registeredAt: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly company: string | null;
  /** The call with which the contact became known. */
  readonly firstCallId: string | null;
  readonly calls: ReadonlyMap<string, CallState>;
}

export interface CallState {
  readonly joined: { readonly createdAt: string; readonly durationSeconds: number } | null;
  readonly analysed: { readonly revision: number; readonly coachingScore: number } | null;
  readonly provided: { readonly outcome: Outcome | null; readonly asOf: string } | null;
  readonly left: boolean;
}

export const initialState = (): ContactState => ({
  contactId: null,
  registeredAt: null,
  email: null,
  name: null,
  company: null,
  firstCallId: null,
  calls: new Map(),
});

export const unknownCall: CallState = { joined: null, analysed: null, provided: null, left: false };

export function evolve(state: ContactState, event: ContactEvent): ContactState {
  switch (event.type) {
    case 'ContactRegistered': {
      const email = isErased(event.personal) ? null : event.personal.email;
      return { ...state, contactId: event.data.contactId, registeredAt: event.data.registeredAt, email };
    }
    case 'DetailsLearned': {
      if (isErased(event.personal)) return state;
      const { name, company } = event.personal;
      return { ...state, name: state.name ?? name, company: state.company ?? company };
    }
    case 'CallJoined': {
      const { callId, createdAt, durationSeconds } = event.data;
      const joined = withCall(state, callId, { joined: { createdAt, durationSeconds } });
      return { ...joined, firstCallId: state.firstCallId ?? callId };
    }
    case 'CallAnalysed': {
      const { callId, revision, coachingScore } = event.data;
      return withCall(state, callId, { analysed: { revision, coachingScore } });
    }
    case 'OutcomeProvided': {
      const { callId, outcome, asOf } = event.data;
      return withCall(state, callId, { provided: { outcome, asOf } });
    }
    case 'CallLeft':
      return withCall(state, event.data.callId, { ...unknownCall, left: true });
    case 'ContactForgotten':
      // Which calls have left is remembered: none of them may come back.
      return { ...initialState(), calls: state.calls };
  }
}

/** Calls that count: those that have joined and not left. */
export function joinedCalls(state: ContactState): readonly { readonly createdAt: string }[] {
  return [...state.calls.values()].flatMap(({ joined }) => (joined ? [joined] : []));
}

function withCall(state: ContactState, callId: string, change: Partial<CallState>): ContactState {
  const calls = new Map(state.calls);
  calls.set(callId, { ...(state.calls.get(callId) ?? unknownCall), ...change });
  return { ...state, calls };
}
