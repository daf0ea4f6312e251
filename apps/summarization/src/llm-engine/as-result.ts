import { listedActions, listedDecisions, listedObjections, nextStepsOf, type Entry } from '../engine/listed.ts';
import { weightiest } from '../engine/listing.ts';
import type { AnalysisResult } from '../engine/summary-engine.ts';
import type { Draft } from './draft.ts';
import type { SupportedDraft, SupportedText } from './supported.ts';

const mostKeyMoments = 8;
const mostSentences = 4;

/** Of the call that was read: where its segments begin, and how long it is. */
export interface ReadCallLength {
  readonly segments: readonly { readonly start_ms: number }[];
  readonly minutes: number;
}

/**
 * The summary that is shown: the model's texts where the transcript bears them out, listed as the embedded engine lists its own; score and
 * criteria are the embedded engine's.
 */
export function asResult(
  found: SupportedDraft,
  { segments, minutes }: ReadCallLength,
  base: AnalysisResult,
): AnalysisResult {
  const overview = found.overview.slice(0, mostSentences).map(asSentence);
  const entry = (one: SupportedText, rank: number) => placed(one, rank, segments.length);
  const keyMoments = weightiest(found.keyMoments, mostKeyMoments, (one) => -found.keyMoments.indexOf(one)).toSorted(
    (left, right) => (left.ids[0] ?? 0) - (right.ids[0] ?? 0),
  );
  const actions = listedActions(
    found.actionItems.map((one, rank) => ({ ...one, ...entry(one.item, rank), due: one.dueDate })),
    minutes,
  );
  const objections = listedObjections(
    found.objections.map((one, rank) => ({ ...one, ...entry(one.objection, rank) })),
    minutes,
  );
  const decisions = listedDecisions(
    found.decisions.map((one, rank) => ({ ...one, ...entry(one, rank) })),
    actions,
    minutes,
  );
  const nextSteps = nextStepsOf(
    found.nextSteps.map((one, rank) => ({ ...one, ...entry(one, rank), dated: hasDate(one, found) })),
    minutes,
  );
  const evidence = (texts: readonly SupportedText[]) => texts.map((one) => one.evidence);
  return {
    overview: overview.map(({ text }) => text).join(' '),
    key_moments: keyMoments.map(({ text, ids }) => ({
      timestamp_ms: segments[ids[0] ?? 0]?.start_ms ?? 0,
      description: text,
    })),
    objections: objections.map(({ objection, response }) => ({
      objection: objection.text,
      response: response?.text ?? null,
    })),
    decisions: decisions.map(({ text }) => text),
    next_steps: nextSteps.map(({ text }) => text),
    coaching_score: base.coaching_score,
    coaching: base.coaching,
    outcome: found.outcome.value,
    action_items: actions.map(({ item, owner, due }) => ({
      description: item.text,
      owner,
      due_date: due,
      evidence: item.evidence,
    })),
    evidence: {
      overview: evidence(overview),
      key_moments: evidence(keyMoments),
      objections: objections.map(({ objection }) => objection.evidence),
      responses: objections.map(({ response }) => response?.evidence ?? []),
      decisions: evidence(decisions),
      next_steps: evidence(nextSteps),
    },
  };
}

/** Its place in the model's list is what it weighs. */
function placed({ text, ids }: SupportedText, rank: number, segments: number): Entry {
  const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0];
  return { text, weight: -rank, from: first / segments, until: (last + 1) / segments };
}

/** Rests on the words of a promise that has a day. */
function hasDate({ ids }: SupportedText, { actionItems }: SupportedDraft): boolean {
  return actionItems.some(({ dueDate, item }) => dueDate !== null && item.ids.some((id) => ids.includes(id)));
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
