import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A version of a service that was given away. */
export interface Release {
  /** As apps/<service>/package.json says at the commit: `1.0.0`. */
  readonly version: string;
  /** What it is built from: 40 hexadecimal digits. */
  readonly commit: string;
  /** When it was released: RFC 3339, UTC. */
  readonly date: string;
}

/** releases/<service>.json: every release of a service, oldest first. */
export interface ReleaseRecord {
  readonly service: string;
  readonly releases: readonly Release[];
}

export function recordFile(workspace: string, service: string): string {
  return path.join(workspace, 'releases', `${service}.json`);
}

/** What is recorded of a service; no releases when there is no record yet. Throws when the record is not what it should be. */
export function readRecord(workspace: string, service: string): ReleaseRecord {
  const file = recordFile(workspace, service);
  if (!existsSync(file)) return { service, releases: [] };
  const record = JSON.parse(readFileSync(file, 'utf8')) as ReleaseRecord;
  const wrong = problemOf(record, service);
  if (wrong !== undefined) throw new Error(`releases/${service}.json: ${wrong}`);
  return record;
}

export function writeRecord(workspace: string, record: ReleaseRecord): void {
  const file = recordFile(workspace, record.service);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
}

function problemOf(record: ReleaseRecord, service: string): string | undefined {
  if (record.service !== service) return `is of ${record.service}`;
  for (const { version, commit, date } of record.releases) {
    if (!/^\d+\.\d+\.\d+$/.test(version)) return `${version} is no version`;
    if (!/^[0-9a-f]{40}$/.test(commit)) return `${version} has no commit of 40 hexadecimal digits`;
    if (Number.isNaN(Date.parse(date))) return `${version} has no date`;
  }
  return undefined;
}
