import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysedSegment, Outcome, Speaker } from '../src/engine/summary-engine.ts';
import type { AnnotatedCall } from './annotated-call.ts';

type Quote = readonly [segment: number, quote: string, role: string];

interface Entry {
  readonly text: string;
  readonly evidence: readonly Quote[];
  readonly optional?: boolean;
}

/** A call of tools/engine-lab/corpus, as far as it is scored. */
interface CorpusCall {
  readonly id: string;
  readonly call_date: string;
  readonly timezone: string;
  readonly people: readonly { readonly side: Speaker; readonly name: string; readonly company: string }[];
  readonly segments: readonly AnalysedSegment[];
  readonly annotations: readonly [
    {
      readonly actions: readonly (Entry & {
        readonly owner: Speaker;
        readonly due?: { readonly date: string | null; readonly until?: string };
      })[];
      readonly objections: readonly (Entry & { readonly response?: Entry | null })[];
      readonly decisions: readonly Entry[];
      readonly outcome: { readonly value: Outcome };
      readonly moments: readonly (readonly [segment: number, text: string])[];
      readonly not: readonly (readonly [segment: number, quote: string, kind: string, why: string])[];
    },
  ];
}

/** Whole writers, so that no trade, voice or story of these calls was trained on; the same in tools/engine-lab/training/calls.py. */
const validationWriters = ['w03', 'w08', 'w15'];
const folder = join(import.meta.dirname, '../../../tools/engine-lab/corpus/calls');

export function validationCalls(): readonly AnnotatedCall[] {
  return readdirSync(folder)
    .filter((file) => validationWriters.some((writer) => file.startsWith(`${writer}-`)))
    .sort()
    .map((file) => annotated(JSON.parse(readFileSync(join(folder, file), 'utf8')) as CorpusCall));
}

const placesOf = ({ evidence }: Entry) => [...new Set(evidence.map(([segment]) => segment))];
const optionOf = ({ optional }: Entry) => (optional === true ? { optional } : {});

function annotated({ people, annotations: [marks], ...call }: CorpusCall): AnnotatedCall {
  const person = (side: Speaker) => people.find((one) => one.side === side) ?? { name: '', company: '' };
  return {
    ...call,
    rep: person('rep'),
    prospect: person('prospect'),
    annotations: {
      action_items: marks.actions.map((one) => ({
        owner: one.owner,
        description: one.text,
        due_date: one.due?.date ?? null,
        ...(one.due?.until === undefined ? {} : { due_span: [one.due.date ?? '', one.due.until] }),
        segments: placesOf(one),
        ...optionOf(one),
      })),
      objections: marks.objections.map((one) => ({
        objection: one.text,
        segments: placesOf(one),
        answer_segments: one.response ? placesOf(one.response) : null,
        ...optionOf(one),
      })),
      decisions: marks.decisions.map((one) => ({ decision: one.text, segments: placesOf(one), ...optionOf(one) })),
      outcome: marks.outcome.value,
      key_moments: marks.moments.map(([segment]) => segment),
      must_not: marks.not.map(([segment, , kind]) => ({ kind, segment })),
    },
  };
}
