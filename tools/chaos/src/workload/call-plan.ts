import type { CreateCall, Segment } from '@ci/contracts';
import { oneOf, seededRandom, wholeBetween, type Random } from '../schedule/seeded-random.ts';

/** What a client will do with one call: a function of seed and number. */
export interface CallPlan {
  readonly plan: string;
  /** Which of the workspaces. */
  readonly workspace: number;
  readonly email: string | null;
  readonly how: 'json' | 'import';
  readonly body: CreateCall;
  readonly changes: { readonly patch: boolean; readonly reanalyze: boolean; readonly delete: boolean };
}

export interface PlanOptions {
  readonly seed: number;
  readonly workspaces: number;
  /** Prospects of each workspace. Few, so that several calls of one arrive at once. */
  readonly prospects: number;
}

export function callPlan(number: number, { seed, workspaces, prospects }: PlanOptions): CallPlan {
  const random = seededRandom(seed * 1_000_003 + number);
  const plan = `plan-${seed}-${number}`;
  const workspace = wholeBetween(random, 0, workspaces - 1);
  const email = prospectOf(random, prospects);
  const changes = { patch: random() < 0.1, reanalyze: random() < 0.08, delete: random() < 0.06 };
  const body: CreateCall = {
    rep_id: plan,
    rep: { name: 'Dana Reyes' },
    started_at: new Date(Date.UTC(2026, 10, 1) + number * 60_000).toISOString(),
    duration_seconds: 600,
    prospect: { email, name: 'Marcus Webb', company: 'Acme Logistics' },
    transcript: transcriptOf(random),
  };
  // A file without a single cue is refused.
  const isImport = random() < 0.1 && body.transcript.length > 0;
  if (isImport) return { plan, workspace, email, how: 'import', body, changes };
  // What makes a repetition harmless: the client's id of the call, and no key, or else a key.
  const external = random() < 0.5 ? { external_id: plan } : {};
  return { plan, workspace, email, how: 'json', body: { ...body, ...external }, changes };
}

/** Half of the calls are of the first few prospects; addresses come in any case. */
function prospectOf(random: Random, prospects: number): string | null {
  if (random() < 0.03) return null;
  const number = wholeBetween(random, 1, random() < 0.5 ? Math.min(3, prospects) : prospects);
  const email = `prospect${number}@hot.example`;
  return random() < 0.1 ? email.toUpperCase() : email;
}

const sentences = [
  'The reporting is great, but the price is higher than we budgeted for.',
  'I understand. You can start on the basic plan and move up later.',
  'That works. Let us start with the basic plan.',
  'Great. I will send you the contract by next Friday.',
  'Could you also send me the security questionnaire?',
  'Our legal team has to look at the terms first.',
  'We decided to go with the annual contract.',
  'How long does the rollout take for forty people?',
] as const;

/** Mostly short; a few empty, which nothing can be made of, and a few so large that they travel compressed. */
function transcriptOf(random: Random): Segment[] {
  const chance = random();
  const count = chance < 0.02 ? 0 : chance < 0.023 ? 1_500 : wholeBetween(random, 2, 10);
  return Array.from({ length: count }, (_, index) => ({
    speaker: index % 2 === 0 ? 'prospect' : 'rep',
    start_ms: index * 300,
    end_ms: index * 300 + 250,
    text: oneOf(random, sentences),
  }));
}

/** The same transcript as a meeting tool exports it. */
export function asWebVtt({ transcript }: CreateCall): string {
  const cues = transcript.map(({ speaker, start_ms, end_ms, text }) => {
    const name = speaker === 'rep' ? 'Dana Reyes' : 'Marcus Webb';
    return `${cueTime(start_ms)} --> ${cueTime(end_ms)}\n${name}: ${text}`;
  });
  return ['WEBVTT', ...cues].join('\n\n') + '\n';
}

const cueTime = (ms: number): string => new Date(ms).toISOString().slice(11, 23);
