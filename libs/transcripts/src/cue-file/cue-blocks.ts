import { malformed } from '../transcript.errors.ts';
import { ARROW, looksLikeTiming, parseTiming, startsLikeTiming, type Timing } from './timing-line.ts';

/** A cue with its text still marked up. */
export interface CueBlock {
  /** 1-based line of the times. */
  readonly line: number;
  readonly timing: Timing;
  readonly lines: readonly string[];
}

/** Where the cues begin, and which blocks without times are comments or style rather than speech. */
export interface BlockRules {
  readonly from: number;
  isSkippedBlock(firstLine: string): boolean;
}

interface OpenCue extends CueBlock {
  readonly lines: string[];
}

/** Lines with any of the three line ends. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/**
 * Cuts a file into cues. Nothing that might be speech is left out without a word:
 * - times start a cue even where the blank line before them is missing;
 * - a paragraph without times continues the cue before it (a blank line inside a cue's text);
 * - where that cannot be meant (no cue before it, a bare number, broken times), the file is refused with the line.
 */
export function readCueBlocks(lines: readonly string[], rules: BlockRules): CueBlock[] {
  const cues: OpenCue[] = [];
  let latest: OpenCue | undefined; // the cue that a paragraph without times would continue; none after a comment
  for (const [from, to] of paragraphs(lines, rules.from)) {
    const timing = findFirstTiming(lines, from, to);
    const textEnd = timing === -1 ? to : startOfCue(lines, from, timing);
    if (textEnd > from) {
      if (rules.isSkippedBlock(lines[from] ?? '')) latest = undefined;
      else continueCue(latest, lines, from, textEnd);
    }
    for (const cue of timing === -1 ? [] : cuesOfParagraph(lines, timing, to)) {
      cues.push(cue);
      latest = cue;
    }
  }
  return cues;
}

function* paragraphs(lines: readonly string[], start: number): Generator<readonly [from: number, to: number]> {
  let from = start;
  while (from < lines.length) {
    let to = from;
    while (to < lines.length && lines[to]?.trim() !== '') to++;
    if (to > from) yield [from, to];
    from = to + 1;
  }
}

/** The first two lines of a paragraph (an identifier, then the times) are taken at their arrow; later ones must look like times. */
function findFirstTiming(lines: readonly string[], from: number, to: number): number {
  for (let at = from; at < Math.min(from + 2, to); at++) if (lines[at]?.includes(ARROW)) return at;
  return findTiming(lines, from + 2, to);
}

function findTiming(lines: readonly string[], from: number, to: number): number {
  for (let at = from; at < to; at++) if (looksLikeTiming(lines[at] ?? '')) return at;
  return -1;
}

/** The identifier, if there is one, belongs to the cue and not to what is before it. */
function startOfCue(lines: readonly string[], from: number, timing: number): number {
  const hasIdentifier = timing === from + 1 || (timing > from && isNumber(lines[timing - 1]));
  return hasIdentifier ? timing - 1 : timing;
}

function* cuesOfParagraph(lines: readonly string[], firstTiming: number, to: number): Generator<OpenCue> {
  let at = firstTiming;
  while (at !== -1) {
    const next = findTiming(lines, at + 1, to);
    let textEnd = next === -1 ? to : next;
    // Without the blank line, the next cue's number would be read as the last word of this one.
    if (next !== -1 && textEnd - at > 2 && isNumber(lines[textEnd - 1])) textEnd--;
    yield { line: at + 1, timing: parseTiming(lines[at] ?? '', at + 1), lines: lines.slice(at + 1, textEnd) };
    at = next;
  }
}

function continueCue(cue: OpenCue | undefined, lines: readonly string[], from: number, to: number): void {
  for (let at = from; at < Math.min(from + 2, to); at++) {
    if (startsLikeTiming(lines[at] ?? ''))
      throw malformed(at + 1, `the cue's times are broken (expected start ${ARROW} end)`);
  }
  if (!cue || isNumber(lines[from])) throw malformed(from + 1, 'text without the times of a cue');
  for (let at = from; at < to; at++) cue.lines.push(lines[at] ?? '');
}

function isNumber(line: string | undefined): boolean {
  return line !== undefined && /^\s*\d+\s*$/.test(line);
}
