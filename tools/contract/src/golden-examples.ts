import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../libs/contracts/golden-events');

export interface GoldenExample {
  readonly name: string;
  readonly version: number;
  readonly data: Record<string, unknown>;
}

/** The examples of a topic that libs/contracts keeps: one of each version that was ever published. */
export function goldenExamples(topic: string): readonly GoldenExample[] {
  return readdirSync(folder).flatMap((name) => {
    const [, version] = name.startsWith(`${topic}.v`) ? (/\.v(\d+)\.json$/.exec(name) ?? []) : [];
    if (version === undefined) return [];
    const data = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, unknown>;
    return [{ name, version: Number(version), data }];
  });
}
