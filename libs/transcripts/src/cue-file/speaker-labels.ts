import { collapseSpaces } from './cue-text.ts';

/** A line split at its speaker label, `Name: text`. */
export interface LabelledLine {
  readonly name: string;
  readonly text: string;
}

// Zoom allows 64 characters; some tools add an email address or a company.
const LONGEST_LABEL = 100;
const MOST_WORDS = 8;
const PARTICLES = new Set(
  'al and bin da das de del den der di do dos du e el la le of ten ter the und van von y zu'.split(' '),
);
// Words that open a sentence with a colon behind them. They count as a name only where the file uses them again and again.
const OPENINGS = new Set(
  (
    'again also and answer anyway because but caveat correction disclaimer example exactly finally first fine great hint honestly however ' +
    'idea left listen look maybe meaning next no note now ok okay one option plus point price problem question remember reminder result ' +
    'right second so still then third three today tomorrow true two update warning well yes'
  ).split(' '),
);

/** Splits a line at a label that has the form of one. Whether it is a name is for `speakersOf` to say. */
export function splitLabel(line: string): LabelledLine | null {
  const colon = line.slice(0, LONGEST_LABEL + 1).search(/[:：]/);
  if (colon < 1) return null;
  const rest = line.slice(colon + 1);
  if (line[colon] === ':' && rest !== '' && !/^\s/.test(rest)) return null; // 10:30, https://
  const name = withoutBrackets(collapseSpaces(line.slice(0, colon)));
  if (name === '' || /["!?;<>{}]/.test(name) || name.split(' ').length > MOST_WORDS) return null;
  const isIdentified = /\p{L}/u.test(name) || /^\+?[\d\s*().-]{7,}$/.test(name); // telephone callers have a number for a name
  return isIdentified ? { name, text: rest.trim() } : null;
}

/**
 * The labels of a file that are names: those used more than once, and those used once that are written as a name is.
 * A sentence such as "One thing: the price" must not become a participant of the call.
 */
export function speakersOf(labels: Iterable<string>): ReadonlySet<string> {
  const uses = new Map<string, number>();
  for (const label of labels) uses.set(label, (uses.get(label) ?? 0) + 1);
  return new Set([...uses].filter(([label, count]) => count > 1 || isWrittenLikeAName(label)).map(([label]) => label));
}

function isWrittenLikeAName(label: string): boolean {
  if (label.includes('@')) return true;
  const words = label.split(' ');
  if (OPENINGS.has(words[0]?.toLowerCase() ?? '')) return false;
  return words.every(mayStandInAName) && words.some((word) => !PARTICLES.has(word));
}

/** Capitalised, numbered or in a script without capitals; "de" and "van" pass between such words. */
function mayStandInAName(word: string): boolean {
  return PARTICLES.has(word) || !/\p{Ll}/u.test(word) || /[\p{Lu}\p{Lt}\p{Lo}\p{Nd}]/u.test(word);
}

function withoutBrackets(label: string): string {
  const inner = /^(?:\[(.+)\]|\((.+)\))$/.exec(label);
  return (inner?.[1] ?? inner?.[2] ?? label).trim();
}
