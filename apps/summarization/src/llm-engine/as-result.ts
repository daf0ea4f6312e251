import type { AnalysisResult, Outcome } from '../engine/summary-engine.ts';
import type { Draft } from './draft.ts';
import type { SupportedDraft, SupportedText } from './supported.ts';

const mostKeyMoments = 8;
const mostSentences = 4;

/** The summary that is shown: the model's texts where the transcript bears them out; score and criteria are the embedded engine's. */
export function asResult(
  found: SupportedDraft,
  segments: readonly { start_ms: number }[],
  base: AnalysisResult,
): AnalysisResult {
  const overview = found.overview.slice(0, mostSentences).map(asSentence);
  const keyMoments = found.keyMoments.slice(0, mostKeyMoments);
  const evidence = (texts: readonly SupportedText[]) => texts.map((one) => one.evidence);
  return {
    overview: overview.map(({ text }) => text).join(' '),
    key_moments: keyMoments.map(({ text, ids }) => ({
      timestamp_ms: segments[ids[0] ?? 0]?.start_ms ?? 0,
      description: text,
    })),
    objections: found.objections.map(({ objection, response }) => ({
      objection: objection.text,
      response: response?.text ?? null,
    })),
    decisions: found.decisions.map(({ text }) => text),
    next_steps: found.nextSteps.map(({ text }) => text),
    coaching_score: base.coaching_score,
    coaching: base.coaching,
    outcome: agreedOutcome(found.outcome.value, base.outcome),
    action_items: found.actionItems.map(({ item, owner, dueDate }) => ({
      description: item.text,
      owner,
      due_date: dueDate,
      evidence: item.evidence,
    })),
    evidence: {
      overview: evidence(overview),
      key_moments: evidence(keyMoments),
      objections: found.objections.map(({ objection }) => objection.evidence),
      responses: found.objections.map(({ response }) => response?.evidence ?? []),
      decisions: evidence(found.decisions),
      next_steps: evidence(found.nextSteps),
    },
  };
}

/** Who talks a model into a sale, or out of one, has to do it in words that the embedded engine takes for that, too. */
function agreedOutcome(found: Outcome, own: Outcome): Outcome {
  return (found === 'won' || found === 'lost') && found !== own ? 'follow_up' : found;
}

/** The same as a draft again, for the request that makes one summary of several parts. */
export function asDraft(found: SupportedDraft): Draft {
  const texts = (all: readonly SupportedText[]) => all.map(({ text, ids }) => ({ text, evidence: [...ids] }));
  return {
    overview: texts(found.overview),
    key_moments: texts(found.keyMoments),
    objections: found.objections.map(({ objection, response }) => ({
      objection: objection.text,
      evidence: [...objection.ids],
      response: response?.text ?? null,
      response_evidence: [...(response?.ids ?? [])],
    })),
    decisions: texts(found.decisions),
    next_steps: texts(found.nextSteps),
    action_items: found.actionItems.map(({ item, owner, duePhrase }) => ({
      description: item.text,
      owner,
      due_phrase: duePhrase,
      evidence: [...item.ids],
    })),
    outcome: { value: found.outcome.value, evidence: [...found.outcome.ids] },
  };
}

/** Sentences that follow each other end with a mark. */
function asSentence(one: SupportedText): SupportedText {
  return /[.!?…]["'”’)\]]*$/.test(one.text) ? one : { ...one, text: `${one.text}.` };
}
