import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Act } from '../src/engine/acts/heads.ts';
import type { Speaker } from '../src/engine/summary-engine.ts';

export interface Turn {
  readonly speaker: Speaker;
  readonly text: string;
}

export interface Example extends Turn {
  readonly previous: Turn | null;
  readonly labels: readonly (Act | 'none')[];
}

export function readBank(folder = join(import.meta.dirname, 'bank')): readonly Example[] {
  return bankFiles(folder).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Example),
  );
}

export function bankFiles(folder = join(import.meta.dirname, 'bank')): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => join(folder, file));
}
