import type { SpeakerSide } from '../segments/segment.ts';
import { addressesIn, domainOf, isWithinDomains, nameForms } from './person-names.ts';
import type { PersonHint, SpeakerHints } from './speaker-hints.ts';

/** A side, and the rule that gave it. */
export interface Placement {
  readonly side: SpeakerSide;
  readonly rule: 'explicit' | 'email' | 'name' | 'domain';
}

/** What the hints say about one label; `null` if nothing. The rules are asked in order, the surest first. */
export type Place = (label: string) => Placement | null;

/** Prepares the hints once, so that a file of many speakers and a call of many attendees are matched by look-up. */
export function knownPeople(hints: SpeakerHints): Place {
  const ownDomains = hints.ownDomains.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')).filter(Boolean);
  const people = peopleOf(hints, ownDomains);
  const byEmail = index(people, ({ person }) => emailsOf(person));
  const byName = index(people, ({ person }) => (person.name ? nameForms(person.name) : []));
  const explicit = explicitSides(hints);
  const prospectDomains = people
    .filter(({ side }) => side === 'prospect')
    .flatMap(({ person }) => emailsOf(person))
    .map(domainOf)
    .filter((domain) => !isWithinDomains(domain, ownDomains));

  return (label) => {
    const addresses = addressesIn(label);
    const emails = addresses.filter((address) => address.includes('@'));
    const explicitSide = explicit(label);
    if (explicitSide) return { side: explicitSide, rule: 'explicit' };
    const emailSide = firstSide(byEmail, emails);
    if (emailSide) return { side: emailSide, rule: 'email' };
    const nameSide = firstSide(byName, nameForms(label));
    if (nameSide) return { side: nameSide, rule: 'name' };
    const domains = addresses.map(domainOf);
    if (domains.some((domain) => isWithinDomains(domain, ownDomains))) return { side: 'rep', rule: 'domain' };
    const isForeign =
      domains.some((domain) => prospectDomains.includes(domain)) || (ownDomains.length > 0 && emails.length > 0);
    return isForeign ? { side: 'prospect', rule: 'domain' } : null;
  };
}

interface KnownPerson {
  readonly person: PersonHint;
  readonly side: SpeakerSide;
}

/** Attendees of the workspace's own domains are the rep's colleagues and speak for that side; all the others are the prospect's. */
function peopleOf(hints: SpeakerHints, ownDomains: readonly string[]): KnownPerson[] {
  const rep = hints.rep ?? {};
  const prospect = hints.prospect ?? {};
  const main: KnownPerson[] = [
    { person: rep, side: 'rep' },
    { person: prospect, side: 'prospect' },
  ];
  const sideByEmail = index(main, ({ person }) => emailsOf(person));
  const sideByName = index(main, ({ person }) => (person.name ? nameForms(person.name) : []));
  const attendees = hints.attendees.map((person): KnownPerson => {
    const known =
      firstSide(sideByEmail, emailsOf(person)) ?? (person.name ? firstSide(sideByName, nameForms(person.name)) : null);
    if (known) return { person, side: known };
    const isOwn = emailsOf(person).some((email) => isWithinDomains(domainOf(email), ownDomains));
    return { person, side: isOwn ? 'rep' : 'prospect' };
  });
  return [...main, ...attendees];
}

/** Sides by key. A key that belongs to people of both sides says nothing and is left out. */
function index(
  people: readonly KnownPerson[],
  keysOf: (person: KnownPerson) => Iterable<string>,
): Map<string, SpeakerSide | null> {
  const sides = new Map<string, SpeakerSide | null>();
  for (const known of people) {
    for (const key of keysOf(known)) {
      const side = sides.get(key);
      sides.set(key, side === undefined || side === known.side ? known.side : null);
    }
  }
  return sides;
}

function firstSide(sides: ReadonlyMap<string, SpeakerSide | null>, keys: Iterable<string>): SpeakerSide | null {
  for (const key of keys) {
    const side = sides.get(key);
    if (side) return side;
  }
  return null;
}

function emailsOf(person: PersonHint): readonly string[] {
  const email = person.email?.trim().toLowerCase();
  return email ? [email] : [];
}

/** The caller's own words: the label as written, else any form of the same name. */
function explicitSides(hints: SpeakerHints): (label: string) => SpeakerSide | null {
  const people = Object.entries(hints.explicit).map(([name, side]): KnownPerson => ({ person: { name }, side }));
  const asWritten = index(people, ({ person }) => [person.name ?? '']);
  const byForm = index(people, ({ person }) => nameForms(person.name ?? ''));
  return (label) => asWritten.get(label) ?? firstSide(byForm, nameForms(label));
}
