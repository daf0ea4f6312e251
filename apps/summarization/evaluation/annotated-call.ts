import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnnotatedCall } from './call-annotations.ts';
import { validationCalls } from './corpus-calls.ts';
import type { AnalysisInput } from '../src/engine/summary-engine.ts';

export type { AnnotatedCall } from './call-annotations.ts';

export const callSets = ['development', 'validation', 'held-out', 'corpus', 'corpus-long'] as const;
export type CallSet = (typeof callSets)[number];

/** `corpus`: the calls of the corpus that no weight was trained on; `corpus-long`: those of twenty minutes and more. */
export function readCalls(set: CallSet): readonly AnnotatedCall[] {
  if (set === 'corpus') return validationCalls().filter((call) => minutesOf(call) < 20);
  if (set === 'corpus-long') return validationCalls().filter((call) => minutesOf(call) >= 20);
  const folder = join(import.meta.dirname, 'calls', set);
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as AnnotatedCall);
}

export const minutesOf = ({ segments }: AnnotatedCall) => Math.max(...segments.map(({ end_ms }) => end_ms)) / 60_000;

/** The same call as the service would hand it to an engine. */
export function asInput(call: AnnotatedCall): AnalysisInput {
  return {
    callId: call.id,
    startedAt: new Date(call.call_date),
    timezone: call.timezone,
    rep: { name: call.rep.name },
    prospect: { name: call.prospect.name, company: call.prospect.company, email: null },
    title: null,
    segments: call.segments,
  };
}
