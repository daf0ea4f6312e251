import type { Commitment } from './commitments.ts';
import type { Dialogue } from './dialogue.ts';
import type { Findings } from './key-moments.ts';
import type { Entry } from './listed.ts';
import type { Statement } from './statement.ts';
import { readsWell } from './well-written.ts';
import { asVerb, withDue } from './wording.ts';

/** What is still to be done, by whom and when, and the appointments. */
export function stepsIn({ commitments, appointments }: Findings): readonly (Statement & { readonly dated: boolean })[] {
  const steps = commitments.map(({ description, owner, due, evidence }) => ({
    text: `The ${owner} will ${asVerb(withDue(description, due))}`,
    evidence,
    dates: due === null ? [] : [due],
    dated: due !== null,
  }));
  const named = appointments.filter(({ text }) => tellsAppointment(text));
  return [...steps, ...named.map((one) => ({ ...one, dated: true }))];
}

/** A day that both settled on, or what they do then: a term is none. */
const tellsAppointment = (text: string): boolean =>
  text !== '' && !/^Agreed on \S+$|^The terms are\b/.test(text) && readsWell(text);

export function placed({ text, evidence }: Statement, weight: number, { sentences }: Dialogue): Entry {
  const places = evidence.map(({ index }) => index / sentences.length);
  return { text, weight, from: Math.min(...places), until: Math.max(...places) };
}

export const asStatement = ({ description, evidence }: Commitment): Statement => ({ text: description, evidence });
