import type { Person, Prospect } from './call.events.ts';

interface Invitation {
  readonly rep: Person;
  readonly prospect: Prospect;
  readonly attendees: readonly Person[];
  /** E-mail domains of the workspace itself. */
  readonly ownDomains: readonly string[];
}

/** The prospect that was named, else the first attendee who is neither the rep nor one of the workspace's own people. */
export function prospectOf({ rep, prospect, attendees, ownDomains }: Invitation): Prospect {
  if (prospect.email !== null || prospect.name !== null || prospect.company !== null) return prospect;
  const invited = attendees.find((attendee) => !isSamePerson(attendee, rep) && !isOwn(attendee, ownDomains));
  return { email: invited?.email ?? null, name: invited?.name ?? null, company: null };
}

function isSamePerson(attendee: Person, rep: Person): boolean {
  if (attendee.email !== null && rep.email !== null) return attendee.email === rep.email;
  return attendee.name !== null && attendee.name.toLowerCase() === rep.name?.toLowerCase();
}

/** A domain stands for its subdomains too, as in the mapping of speakers. */
function isOwn({ email }: Person, ownDomains: readonly string[]): boolean {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  if (domain === undefined) return false;
  return ownDomains
    .map((own) => own.trim().toLowerCase().replace(/^@/, ''))
    .some((own) => own !== '' && (domain === own || domain.endsWith(`.${own}`)));
}
