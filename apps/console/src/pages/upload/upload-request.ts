import type { operations, Resource } from '@ci/client/browser';
import { instantOfLocal } from '../../formats/local-times.ts';
import { emailProblem } from '../../session/password-rules.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.upload.details;

export type ImportQuery = operations['importCall']['parameters']['query'];
export type Side = 'rep' | 'prospect';
type Speakers = NonNullable<Resource<'CallPreview'>['import']>['speakers'];

/** What a person says about the call beside the file. */
export interface CallDetails {
  readonly repId: string;
  /** On the clock of `timezone`: `2026-11-21T14:05`. */
  readonly startedAt: string;
  readonly timezone: string;
  /** Null as long as no name is typed: then the one in the file counts. */
  readonly prospectName: string | null;
  readonly prospectEmail: string;
  readonly company: string;
}

/** The service asks for a rep before it reads a file; what would be recorded does not depend on who it is. */
const anyRep = 'not-known-yet';

/** Asks what would be recorded, with as much as is known and right so far. */
export function previewQuery(details: CallDetails, sides: ReadonlyMap<string, Side>): ImportQuery {
  const { prospectEmail } = details;
  const startedAt = instantOfLocal(details.startedAt, details.timezone) ?? new Date(0);
  return {
    rep_id: details.repId.trim() || anyRep,
    started_at: startedAt.toISOString(),
    timezone: details.timezone,
    dry_run: true,
    ...(emailProblem(prospectEmail) === null && { prospect_email: prospectEmail.trim() }),
    ...(details.prospectName?.trim() && { prospect_name: details.prospectName.trim() }),
    ...speakerParameter(sides),
  };
}

/** Records what was shown: the sides are those that the person saw. */
export function recordQuery(details: CallDetails, speakers: Speakers): ImportQuery {
  const { dry_run: _, ...query } = previewQuery(details, sidesOf(speakers));
  const name = nameOfProspect(details, speakers);
  const company = details.company.trim();
  return { ...query, ...(name !== '' && { prospect_name: name }), ...(company !== '' && { company }) };
}

/** What has to be corrected before the call can be recorded, by field. */
export function problemsOf({ repId, startedAt, timezone, prospectEmail }: CallDetails) {
  return {
    repId: repId.trim() === '' ? words.repMissing : null,
    startedAt: instantOfLocal(startedAt, timezone) === undefined ? words.startedAtMissing : null,
    prospectEmail: prospectEmail.trim() === '' ? null : emailProblem(prospectEmail),
  };
}

/** The sides of all speakers that have a name. */
export function sidesOf(speakers: Speakers): ReadonlyMap<string, Side> {
  return new Map(speakers.flatMap(({ name, side }) => (name === null ? [] : [[name, side] as const])));
}

/** Every speaker on the other side. */
export function swapped(sides: ReadonlyMap<string, Side>): ReadonlyMap<string, Side> {
  return new Map([...sides].map(([name, side]) => [name, side === 'rep' ? 'prospect' : 'rep']));
}

/** What was typed, else the one speaker of that side. */
export function nameOfProspect({ prospectName }: Pick<CallDetails, 'prospectName'>, speakers: Speakers): string {
  if (prospectName !== null) return prospectName.trim();
  const names = [...sidesOf(speakers)].filter(([, side]) => side === 'prospect').map(([name]) => name);
  return names.length === 1 ? (names[0] ?? '') : '';
}

function speakerParameter(sides: ReadonlyMap<string, Side>): Pick<ImportQuery, 'speaker'> {
  return sides.size === 0 ? {} : { speaker: [...sides].map(([name, side]) => `${name}:${side}`) };
}
