import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Act } from '../src/engine/acts/heads.ts';
import type { Outcome, Speaker } from '../src/engine/summary-engine.ts';

export interface Turn {
  readonly speaker: Speaker;
  readonly text: string;
}

export interface Example extends Turn {
  readonly previous: Turn | null;
  readonly labels: readonly (Act | 'none')[];
}

export function readBank(folder = join(import.meta.dirname, 'bank')): readonly Example[] {
  return bankFiles(folder).flatMap((file) => linesOf(file).map((line) => JSON.parse(line) as Example));
}

/** The last turns of a call, and what came of it. */
export interface Closing {
  readonly outcome: Outcome;
  readonly turns: readonly Turn[];
}

export function readClosings(file = join(import.meta.dirname, 'closings.jsonl')): readonly Closing[] {
  return linesOf(file).map((line) => JSON.parse(line) as Closing);
}

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

export function bankFiles(folder = join(import.meta.dirname, 'bank')): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => join(folder, file));
}
