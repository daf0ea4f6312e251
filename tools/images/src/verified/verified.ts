import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Service } from '../services.ts';
import { digestOf, imageSources } from '../sources/image-sources.ts';
import type { Snapshot } from '../sources/snapshot.ts';

/** The commands that show something of a service's image. */
export type VerifiedBy = 'contract' | 'mixed-versions';

/** That a command has passed. */
export interface Verification {
  /** Of which code: see `verifiableCode`. */
  readonly code: string;
  /** Releases that it was held to or ran beside, by service: their commits. */
  readonly against: Readonly<Record<string, string>>;
  /** When it passed: RFC 3339, UTC. */
  readonly at: string;
}

export type Verifications = Readonly<Partial<Record<VerifiedBy, Verification>>>;

/**
 * The code of a service that a command can verify, in one word: what its image holds, and the examples and expectations that it is held to. Take
 * it before the image is built, and keep it only if it is the same when the tests have passed.
 */
export async function verifiableCode(snapshot: Snapshot, service: Service): Promise<string> {
  const expectations = service === 'gateway' ? 'gateway-expectations/' : `gateway-expectations/${service}.json`;
  const agreed = ['golden-events/', expectations].map((place) => `libs/contracts/${place}`);
  const files = [...(await snapshot.files())].filter(([file]) => agreed.some((place) => file.startsWith(place)));
  return digestOf([...(await imageSources(snapshot, service)), ...files.map(([file, hash]) => `${file} ${hash}`)]);
}

/** What was verified of a service on this machine, of whatever code. Not committed: CI keeps .data/verified as an artefact. */
export function readVerified(workspace: string, service: Service): Verifications {
  const file = fileOf(workspace, service);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Verifications) : {};
}

/** Keeps that a command has passed for this code, in the place of what it passed for before. */
export function recordVerified(
  workspace: string,
  service: Service,
  by: VerifiedBy,
  { code, against = {} }: { readonly code: string; readonly against?: Verification['against'] },
): void {
  const verification: Verification = { code, against, at: new Date().toISOString() };
  const file = fileOf(workspace, service);
  mkdirSync(path.dirname(file), { recursive: true });
  const all: Verifications = { ...readVerified(workspace, service), [by]: verification };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

function fileOf(workspace: string, service: Service): string {
  return path.join(workspace, '.data', 'verified', `${service}.json`);
}
