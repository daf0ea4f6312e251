import type { Call } from '@ci/contracts';
import type { CallContent } from './call.events.ts';
import type { KnownCall } from './call.state.ts';
import { effectiveOutcome } from './effective-outcome.ts';

/** A call as messages and previews show it, beside the time of its last change. */
export function callResource(call: KnownCall, content: CallContent): Omit<Call, 'updated_at'> {
  const { facts } = call;
  return {
    id: facts.call_id,
    created_at: facts.started_at,
    duration_seconds: facts.duration_seconds,
    rep_id: facts.rep_id,
    prospect_email: content.prospect.email,
    coaching_score: call.coachingScore,
    ...effectiveOutcome(call.outcomeProvided, call.outcomeInferred),
    analysis_status: call.analysis,
    title: call.title,
    external_id: content.external_id,
    source: facts.source,
  };
}
