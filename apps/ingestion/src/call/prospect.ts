import type { Person, Prospect } from './call.events.ts';

interface Invitation {
  readonly rep: Person;
  readonly prospect: Prospect;
  readonly attendees: readonly Person[];
  /** E-mail domains of the workspace itself. */
  readonly ownDomains: readonly string[];
}

/**
 * The prospect that was named, else the first attendee who is neither the rep nor one of the workspace's own people. A company alone names
 * no person, and a name without an address has the one under which it was invited.
 */
export function prospectOf({ rep, prospect, attendees, ownDomains }: Invitation): Prospect {
  if (prospect.email !== null) return prospect;
  const invited = attendees.filter((attendee) => !isSamePerson(attendee, rep) && !isOwn(attendee, ownDomains));
  const { name, company } = prospect;
  if (name === null) return { email: invited[0]?.email ?? null, name: invited[0]?.name ?? null, company };
  return { ...prospect, email: invited.find((attendee) => isSameName(attendee.name, name))?.email ?? null };
}

function isSamePerson(attendee: Person, rep: Person): boolean {
  if (attendee.email !== null && rep.email !== null) return attendee.email === rep.email;
  return isSameName(attendee.name, rep.name);
}

function isSameName(one: string | null, other: string | null): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase();
}

/** A domain stands for its subdomains too, as in the mapping of speakers. */
function isOwn({ email }: Person, ownDomains: readonly string[]): boolean {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  if (domain === undefined) return false;
  return ownDomains
    .map((own) => own.trim().toLowerCase().replace(/^@/, ''))
    .some((own) => own !== '' && (domain === own || domain.endsWith(`.${own}`)));
}
