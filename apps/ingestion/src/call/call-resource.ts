import type { Call } from '@ci/contracts';
import type { CallContent } from './call.events.ts';
import type { KnownCall } from './call.state.ts';
import { effectiveOutcome } from './effective-outcome.ts';

/** A call as messages and previews show it. */
export function callResource<Updated extends string | null>(
  call: KnownCall,
  content: CallContent,
  updatedAt: Updated,
): Omit<Call, 'updated_at'> & { updated_at: Updated } {
  const { facts } = call;
  return {
    id: facts.call_id,
    created_at: facts.started_at,
    updated_at: updatedAt,
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
