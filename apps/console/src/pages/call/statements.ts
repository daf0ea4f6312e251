import type { Resource } from '@ci/client/browser';
import type { Evidence } from './transcript.ts';

/** Something that a summary says, and where the call says it. */
export interface Statement {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

type Summary = Resource<'CallSummary'>;

/** Each sentence with its own passages; all of it with all passages, where the sentences can not be separated. */
export function overviewOf({ overview, evidence }: Summary): readonly Statement[] {
  const sentences = overview.split(/(?<=[.!?]["”’')]?)\s+(?=["“‘'(]?[\p{Lu}\p{N}])/u);
  if (sentences.length === evidence.overview.length) return pair(sentences, evidence.overview);
  return [{ text: overview, evidence: distinct(evidence.overview.flat()) }];
}

/** What is listed, each with the passages of the same place in the list. */
export function pair(texts: readonly string[], evidence: readonly (readonly Evidence[])[]): readonly Statement[] {
  return texts.map((text, index) => ({ text, evidence: evidence[index] ?? [] }));
}

export interface AnsweredObjection {
  readonly objection: Statement;
  /** null: it was left unanswered. */
  readonly response: Statement | null;
}

export function objectionsOf({ objections, evidence }: Summary): readonly AnsweredObjection[] {
  return objections.map(({ objection, response }, index) => ({
    objection: { text: objection, evidence: evidence.objections[index] ?? [] },
    response: response === null ? null : { text: response, evidence: evidence.responses[index] ?? [] },
  }));
}

/** The key moments, in the order of the call. */
export function momentsOf({ key_moments, evidence }: Summary): readonly Statement[] {
  return pair(
    key_moments.map(({ description }) => description),
    evidence.key_moments,
  );
}

function distinct(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map((one) => [JSON.stringify(one), one])).values()];
}

/** The next steps that no action item stands for: an item made of the same passage is the same promise. */
export function stepsWithoutItem(
  steps: readonly Statement[],
  items: readonly { readonly evidence: readonly Evidence[] }[],
): readonly Statement[] {
  const covered = new Set(items.flatMap(({ evidence }) => evidence.map(keyOf)));
  return steps.filter(({ evidence }) => !evidence.some((one) => covered.has(keyOf(one))));
}

const keyOf = ({ start_ms, end_ms }: Evidence): string => `${String(start_ms)}-${String(end_ms)}`;
