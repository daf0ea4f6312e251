import type { Decider } from '@ci/domain';
import type { ContactCommand, JoinCall, LeaveCall, NoteAnalysis, NoteProvidedOutcome } from './contact.commands.ts';
import type { ContactEvent } from './contact.events.ts';
import { evolve, initialState, joinedCalls, unknownCall, type CallState, type ContactState } from './contact.state.ts';

/**
 * One prospect of one workspace. Facts about a call arrive in any order and more than once: what is known already is ignored, and either
 * order ends in the same contact. Nothing about a call that has left counts again, and with its last call a contact is forgotten.
 */
export const contactDecider: Decider<ContactState, ContactCommand, ContactEvent> = {
  initialState,
  evolve,

  decide(command, state) {
    const call = state.calls.get(command.callId) ?? unknownCall;
    if (call.left) return [];
    switch (command.type) {
      case 'JoinCall':
        return call.joined ? [] : joinCall(command, state, call);
      case 'NoteAnalysis':
        return noteAnalysis(command, call);
      case 'NoteProvidedOutcome':
        return noteProvidedOutcome(command, call);
      case 'LeaveCall':
        return leaveCall(command, state, call);
    }
  },
};

function joinCall(command: JoinCall, state: ContactState, call: CallState): ContactEvent[] {
  const { callId, createdAt, durationSeconds, repId, email, newContactId, now, providedOutcome, asOf } = command;
  const registered: ContactEvent[] =
    state.contactId === null
      ? [
          {
            type: 'ContactRegistered',
            data: { contactId: newContactId, registeredAt: now.toISOString() },
            personal: { email },
          },
        ]
      : [];
  return [
    ...registered,
    ...detailsLearned(command, state),
    { type: 'CallJoined', data: { callId, createdAt, durationSeconds, repId } },
    ...(providedOutcome === null
      ? []
      : noteProvidedOutcome({ type: 'NoteProvidedOutcome', callId, outcome: providedOutcome, asOf }, call)),
  ];
}

/** Later calls fill what is empty; they never overwrite. */
function detailsLearned({ callId, name, company }: JoinCall, state: ContactState): ContactEvent[] {
  const learnedName = state.name === null ? name : null;
  const learnedCompany = state.company === null ? company : null;
  if (learnedName === null && learnedCompany === null) return [];
  return [{ type: 'DetailsLearned', data: { callId }, personal: { name: learnedName, company: learnedCompany } }];
}

function noteAnalysis(command: NoteAnalysis, { analysed }: CallState): ContactEvent[] {
  if (analysed && analysed.revision >= command.revision) return [];
  const { callId, revision, coachingScore, inferredOutcome } = command;
  return [{ type: 'CallAnalysed', data: { callId, revision, coachingScore, inferredOutcome } }];
}

function noteProvidedOutcome({ callId, outcome, asOf }: NoteProvidedOutcome, { provided }: CallState): ContactEvent[] {
  // Timestamps of one service, in one format: they compare as texts.
  if (provided && provided.asOf >= asOf) return [];
  // Also that nothing is said any more: the outcome that was taken back may arrive later, in a message that was overtaken.
  return [{ type: 'OutcomeProvided', data: { callId, outcome, asOf } }];
}

function leaveCall({ callId }: LeaveCall, state: ContactState, { joined }: CallState): ContactEvent[] {
  const left: ContactEvent = { type: 'CallLeft', data: { callId } };
  const wasLast = joined !== null && joinedCalls(state).length === 1;
  return wasLast && state.contactId !== null
    ? [left, { type: 'ContactForgotten', data: { contactId: state.contactId } }]
    : [left];
}
