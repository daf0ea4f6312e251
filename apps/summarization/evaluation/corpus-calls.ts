import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalysedSegment, Outcome, Speaker } from '../src/engine/summary-engine.ts';
import type { AnnotatedCall } from './call-annotations.ts';
import type { GoldStatement, GoldSummary } from './stand-in/gold-summary.ts';

type Quote = readonly [segment: number, quote: string, role: string];

interface Entry {
  readonly text: string;
  readonly evidence: readonly Quote[];
  readonly optional?: boolean;
}

type Slot = readonly [text: string, segments: readonly number[]];

/** A call of tools/engine-lab/corpus, as far as it is scored. */
interface CorpusCall {
  readonly id: string;
  readonly call_date: string;
  readonly timezone: string;
  readonly people: readonly { readonly side: Speaker; readonly name: string; readonly company: string }[];
  readonly segments: readonly AnalysedSegment[];
  readonly annotations: readonly [
    {
      readonly overview: readonly string[];
      readonly slots: {
        readonly sold: Slot | null;
        readonly need: Slot | null;
        /** The objection that weighs most. */
        readonly concern: number | null;
        readonly terms: readonly Slot[];
      };
      readonly actions: readonly (Entry & {
        readonly owner: Speaker;
        readonly due?: { readonly date: string | null; readonly until?: string };
        readonly object: string | null;
        readonly next_step?: boolean;
      })[];
      readonly objections: readonly (Entry & { readonly response?: Entry | null })[];
      readonly decisions: readonly Entry[];
      readonly outcome: { readonly value: Outcome; readonly why: string };
      readonly moments: readonly (readonly [segment: number, text: string])[];
      readonly coaching?: { readonly score: number | null };
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
    people,
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
    coaching: marks.coaching?.score ?? null,
    gold: goldSummary(marks),
  };
}

function goldSummary(marks: CorpusCall['annotations'][0]): GoldSummary {
  const { slots } = marks;
  const concern = slots.concern === null ? undefined : marks.objections[slots.concern];
  const steps = marks.actions.filter(({ next_step }) => next_step === true);
  const stated = (kind: GoldStatement['kind'], entry: Entry) => ({
    kind,
    text: entry.text,
    quotes: entry.evidence.map(([, quote]) => quote),
    segments: placesOf(entry),
  });
  return {
    overview: marks.overview,
    aspects: {
      sold: slots.sold === null ? [] : [slots.sold[0]],
      need: slots.need === null ? [] : [slots.need[0]],
      concern: concern === undefined ? [] : [concern.text],
      terms: slots.terms.map(([text]) => text),
      next: (steps.length > 0 ? steps : marks.actions).map(({ text }) => text),
      ending: [marks.outcome.why],
    },
    statements: [
      ...marks.actions.map((one) => ({ ...stated('action', one), owner: one.owner, object: one.object })),
      ...marks.objections.flatMap((one) => [
        stated('objection', one),
        ...(one.response ? [{ ...stated('response', one.response), answers: placesOf(one) }] : []),
      ]),
      ...marks.decisions.map((one) => stated('decision', one)),
    ],
  };
}
