import type { WrittenCall } from './written-call.ts';

/** A turn's number, the words in it that carry the act, and what they are to the entry. */
export type Quote = readonly [at: number, quote: string, role: string];

export interface Annotation {
  readonly id: string;
  readonly annotator: string;
  readonly overview: readonly string[];
  readonly outcome: { readonly value: string; readonly why: string; readonly at: readonly number[] };
  readonly slots: {
    readonly sold: readonly [string, readonly number[]] | null;
    readonly need: readonly [string, readonly number[]] | null;
    /** Index of the main objection. */
    readonly concern: number | null;
    readonly terms: readonly (readonly [string, readonly number[]])[];
    readonly competitor: readonly (readonly [string, readonly number[]])[];
  };
  readonly actions: readonly {
    readonly owner: string;
    readonly person: string;
    readonly text: string;
    readonly object: string;
    readonly to: string | null;
    readonly evidence: readonly Quote[];
    readonly due?: {
      readonly phrase: string;
      readonly at: number;
      readonly date: string | null;
      readonly until?: string;
    };
    readonly next_step?: boolean;
    readonly optional?: boolean;
  }[];
  readonly objections: readonly {
    readonly text: string;
    readonly class: string;
    readonly settled: string;
    readonly evidence: readonly Quote[];
    readonly response?: { readonly text: string; readonly evidence: readonly Quote[] } | null;
    readonly optional?: boolean;
  }[];
  readonly decisions: readonly {
    readonly text: string;
    readonly evidence: readonly Quote[];
    readonly optional?: boolean;
  }[];
  readonly moments: readonly (readonly [number, string])[];
  /** How well the rep led the call, 0 to 100; null where no sales conversation took place. */
  readonly coaching: { readonly score: number | null; readonly why: string };
  readonly salient: readonly number[];
  readonly spans: readonly (readonly [number, string, string])[];
  readonly not: readonly (readonly [number, string, string, string])[];
}

const outcomes = ['won', 'lost', 'follow_up', 'no_outcome'];
const classes =
  'price budget timing authority trust fit feature integration security contract competition change support need other'.split(
    ' ',
  );
const roles = {
  action: ['promise', 'request', 'acceptance', 'date', 'object'],
  objection: ['raised', 'again'],
  response: ['answer'],
  decision: ['proposal', 'agreement', 'term'],
};

/** What is wrong with an annotation, one sentence each; empty when it may be imported. */
export function faultsOf(call: WrittenCall, annotation: Annotation): string[] {
  const faults: string[] = [];
  const fault = (where: string, what: string) => faults.push(`${where}: ${what}`);
  const text = (at: number) => call.segments[at]?.text;
  const place = (where: string, at: number) => {
    if (!Number.isInteger(at) || text(at) === undefined) fault(where, `no turn ${String(at)}`);
  };
  const quote = (where: string, at: number, words: string) => {
    if (typeof words !== 'string' || words === '') fault(where, 'an empty quote');
    else if (text(at) === undefined) fault(where, `no turn ${String(at)}`);
    else if (!text(at)?.includes(words)) {
      const found = call.segments.flatMap((segment, index) => (segment.text.includes(words) ? [index] : []));
      fault(
        where,
        `turn ${String(at)} does not say "${words}"${found.length > 0 ? `; turn ${found.join(', ')} does` : `. It says: ${text(at) ?? ''}`}`,
      );
    }
  };
  const evidence = (where: string, quotes: readonly Quote[], allowed: readonly string[]) => {
    if (quotes.length === 0) fault(where, 'no evidence');
    for (const [at, words, role] of quotes) {
      quote(where, at, words);
      if (!allowed.includes(role)) fault(where, `role ${role} is none of ${allowed.join(', ')}`);
    }
  };
  const statement = (where: string, words: string) => {
    const count = words.split(/\s+/).length;
    if (count < 3 || count > 26) fault(where, `${String(count)} words: "${words}"`);
    if (/[.!?]$/.test(words)) fault(where, `ends with a mark: "${words}"`);
    if (/\b(?:we|you|I|our|your|my|us)\b/.test(words)) fault(where, `speaks as a party: "${words}"`);
    if (/\b(?:um|uh|gonna|wanna)\b/i.test(words)) fault(where, `a filler: "${words}"`);
  };

  if (annotation.id !== call.id) fault('id', `${annotation.id} is not ${call.id}`);
  if (!outcomes.includes(annotation.outcome.value)) fault('outcome', `none of ${outcomes.join(', ')}`);
  for (const at of annotation.outcome.at) place('outcome', at);
  const least = annotation.outcome.value === 'no_outcome' ? 1 : 2;
  if (annotation.overview.length < least || annotation.overview.length > 4)
    fault('overview', `${String(annotation.overview.length)} sentences`);
  for (const sentence of annotation.overview) if (!/[.]$/.test(sentence)) fault('overview', `no period: "${sentence}"`);
  for (const [index, action] of annotation.actions.entries()) {
    const where = `actions[${String(index)}]`;
    if (action.owner !== 'rep' && action.owner !== 'prospect') fault(where, 'owner is rep or prospect');
    statement(where, action.text);
    evidence(where, action.evidence, roles.action);
    if (action.due !== undefined) {
      quote(`${where}.due`, action.due.at, action.due.phrase);
      for (const date of [action.due.date, action.due.until ?? null])
        if (date !== null && (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))))
          fault(where, `${date} is no date`);
      if (action.due.date !== null && action.due.date < localDay(call))
        fault(where, `due ${action.due.date}, before the call of ${localDay(call)}`);
    }
  }
  for (const [index, objection] of annotation.objections.entries()) {
    const where = `objections[${String(index)}]`;
    statement(where, objection.text);
    if (!classes.includes(objection.class)) fault(where, `class ${objection.class} is none of ${classes.join(', ')}`);
    if (!['yes', 'partly', 'no'].includes(objection.settled)) fault(where, 'settled is yes, partly or no');
    evidence(where, objection.evidence, roles.objection);
    if (objection.response === undefined) fault(where, 'response is null where there is none');
    if (objection.response) {
      statement(`${where}.response`, objection.response.text);
      evidence(`${where}.response`, objection.response.evidence, roles.response);
    }
  }
  for (const [index, decision] of annotation.decisions.entries()) {
    statement(`decisions[${String(index)}]`, decision.text);
    evidence(`decisions[${String(index)}]`, decision.evidence, roles.decision);
  }
  const { sold, need, concern, terms, competitor } = annotation.slots;
  for (const [what, places] of [sold, need, ...terms, ...competitor].filter((slot) => slot !== null)) {
    if (typeof what !== 'string' || what === '') fault('slots', 'an empty slot');
    for (const at of places) place(`slots "${what}"`, at);
  }
  if (concern !== null && annotation.objections[concern] === undefined)
    fault('slots.concern', `no objection ${String(concern)}`);
  for (const [at, words] of annotation.moments) {
    place('moments', at);
    statement('moments', words);
  }
  const { score } = annotation.coaching;
  if (score !== null && !(score >= 0 && score <= 100)) fault('coaching', `${String(score)} is not between 0 and 100`);
  for (const at of annotation.salient) place('salient', at);
  for (const [at, words] of annotation.spans) quote('spans', at, words);
  for (const [at, words, as] of annotation.not) {
    quote('not', at, words);
    if (!['action', 'objection', 'decision', 'won', 'lost'].includes(as)) fault('not', `as ${as}`);
  }
  return faults;
}

/** The date on which a call began where it was held. */
export function localDay(call: Pick<WrittenCall, 'call_date' | 'timezone'>): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: call.timezone }).format(new Date(call.call_date));
}
