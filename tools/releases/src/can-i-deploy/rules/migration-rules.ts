import { builtMigrations } from '../../migrations/built-migrations.ts';
import { changedMigrations, type MigrationsByName } from '../../migrations/released-migrations.ts';
import type { Candidate, Released } from '../candidate.ts';
import { findingsOf, type Finding } from '../finding.ts';
import { objectionsTo, type ObjectedStatement } from '../schema/only-adds.ts';
import { whereUsed } from '../schema/where-used.ts';

/** Migrations that were released say what they said; and the release before can work on the schema that the new ones make. */
export async function migrations(candidate: Candidate): Promise<readonly Finding[]> {
  const { workspace, service, previous } = candidate;
  const today = await builtMigrations(workspace, service);
  const released = await unchanged(candidate, today);
  return previous === undefined ? released : [...released, ...(await newMigrations(previous, today))];
}

async function unchanged(
  { workspace, service, releases }: Candidate,
  today: MigrationsByName,
): Promise<readonly Finding[]> {
  const newest = releases.at(-1);
  if (newest === undefined) return [];
  return findingsOf({
    what: 'migrations that were released',
    against: newest.name,
    fine: 'say what they said',
    problems: await changedMigrations(workspace, service, today),
    remedy: 'take the change back, and write a new migration: what has run is not run again',
  });
}

/** Of migrations with what they say, those that a release does not have. */
export async function newMigrations(previous: Released, today: MigrationsByName): Promise<readonly Finding[]> {
  const kept = await previous.files.files();
  const names = Object.keys(today).filter((name) => !kept.has(`releases/migrations/${previous.service}/${name}.json`));
  const statements = names.toSorted().flatMap((name) => today[name] ?? []);
  const problems = await Promise.all((await objectionsTo(statements)).map((one) => problemOf(one, previous)));
  return findingsOf({
    what: 'the schema that it brings',
    against: previous.name,
    fine: names.length === 0 ? 'no migration is new' : `${names.join(', ')}: takes nothing away that it uses`,
    problems: problems.filter((problem) => problem !== undefined),
    remedy:
      'add first, and take away one release later, in a statement that says “-- contract step” (docs/can-i-deploy.md)',
  });
}

/** A declared contract step is fine when the release before has no use for what it takes away. */
async function problemOf(
  { statement, why, takes }: ObjectedStatement,
  previous: Released,
): Promise<string | undefined> {
  if (takes === undefined) return `${statement}: ${why}`;
  const places = await whereUsed(takes, previous);
  return places.length === 0 ? undefined : `${statement}: ${previous.name} uses ${takes} in ${places.join(', ')}`;
}
