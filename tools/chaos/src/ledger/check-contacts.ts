import { Groups, type Discrepancy } from './discrepancy.ts';
import type { CallLookup, Facts, ListedContact, PlannedCall } from './facts.ts';

/** The counters of each contact equal the calls that there are with its email address, and its history has their scores. */
export function checkContacts({ planned, contacts, details }: Facts): Discrepancy[] {
  const callsOf = new Groups(planned.filter(isCounted), identityOf);
  const contactsOf = new Groups(contacts, identityOf);
  const identities = new Set([...callsOf.entries(), ...contactsOf.entries()].map(([identity]) => identity));
  const lookups = new Map(details.map((lookup) => [lookup.callId, lookup]));
  return [
    ...[...identities].flatMap((identity) => checkContact(identity, callsOf.of(identity), contactsOf.of(identity))),
    ...contacts.flatMap((contact) => compareScores(contact, lookups)),
  ];
}

const isCounted = ({ email, callId, deleted }: PlannedCall): boolean => email !== null && callId !== null && !deleted;

const identityOf = ({ workspaceId, email }: Pick<PlannedCall, 'workspaceId' | 'email'>): string =>
  `${workspaceId}/${email?.trim().toLowerCase() ?? ''}`;

function checkContact(
  identity: string,
  calls: readonly PlannedCall[],
  contacts: readonly ListedContact[],
): Discrepancy[] {
  const [contact, ...others] = contacts;
  if (contact === undefined) {
    const ids = { contact: identity, calls: calls.length };
    const hint = 'did call.ended arrive in the inbox of contacts?';
    return calls.length === 0 ? [] : [{ verdict: 'lost', what: 'a contact is not there', ids, hint }];
  }
  const doubled: Discrepancy[] = others.map(({ id }) => ({
    verdict: 'doubled',
    what: 'one prospect has two contacts',
    ids: { contact: identity, first: contact.id, second: id },
    hint: 'contacts are one stream per workspace and email address',
  }));
  return [...doubled, ...compareCalls(identity, calls, contact)];
}

function compareCalls(identity: string, calls: readonly PlannedCall[], contact: ListedContact): Discrepancy[] {
  const expected = new Set(calls.map(({ callId }) => callId));
  const listed = contact.calls.map(({ id }) => id);
  const missing = [...expected].filter((id) => id !== null && !listed.includes(id));
  const surplus = listed.filter((id) => !expected.has(id));
  const ids = { contact: identity, contactId: contact.id, callCount: contact.callCount, calls: calls.length };
  const found: Discrepancy[] = [];
  if (missing.length > 0 || contact.callCount < calls.length) {
    const hint = 'an inbox row without its effect, or a message that never came: see the inbox of contacts';
    found.push({ verdict: 'lost', what: 'a call does not count', ids: { ...ids, missing: missing.join(',') }, hint });
  }
  if (surplus.length > 0 || contact.callCount > calls.length || hasRepeats(listed)) {
    const hint = 'an effect that was repeated, or a deletion that did not arrive';
    found.push({
      verdict: 'doubled',
      what: 'a call counts too much',
      ids: { ...ids, surplus: surplus.join(',') },
      hint,
    });
  }
  return found;
}

const hasRepeats = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

function compareScores(
  { id: contactId, calls }: ListedContact,
  lookups: ReadonlyMap<string, CallLookup>,
): Discrepancy[] {
  return calls.flatMap(({ id: callId, coachingScore }): Discrepancy[] => {
    const lookup = lookups.get(callId);
    if (lookup?.summaryStatus !== 200 || lookup.coachingScore === coachingScore) return [];
    const ids = { contactId, callId, history: coachingScore, summary: lookup.coachingScore };
    const hint = 'contacts learns of it from summary.ready: an inbox row without its effect?';
    return [{ verdict: 'lost', what: 'a score is not in the history of its contact', ids, hint }];
  });
}
