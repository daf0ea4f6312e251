import { malformed } from '../transcript.errors.ts';
import { parseTimestamp, type Timestamp } from './timestamp.ts';

/** Separates the two times of a cue in WebVTT and SubRip. */
export const ARROW = '-->';

/** The times of one cue. */
export interface Timing {
  readonly start: Timestamp;
  readonly end: Timestamp;
}

const STARTS_LIKE_A_TIMESTAMP = /^\s*-?\d+:/;
const SETTING = /^[a-z][\w-]*:\S+$/i;
const EXPECTED = 'expected [hours:]minutes:seconds.milliseconds';

/** Whether a line is meant to hold a cue's times, be they right or wrong; a spoken "from A --> B" is not. */
export function looksLikeTiming(line: string): boolean {
  return STARTS_LIKE_A_TIMESTAMP.test(line) && line.includes(ARROW);
}

/** Whether a line starts as a cue's times would, though the arrow is missing or broken (`00:05 -> 00:07`). */
export function startsLikeTiming(line: string): boolean {
  return STARTS_LIKE_A_TIMESTAMP.test(line);
}

/** Reads `start --> end settings`. Settings are of no use here, but anything else behind the times would be lost words. */
export function parseTiming(line: string, lineNumber: number): Timing {
  const arrow = line.indexOf(ARROW);
  const [endText = '', ...settings] = line
    .slice(arrow + ARROW.length)
    .trim()
    .split(/\s+/);
  const start = parseTimestamp(line.slice(0, arrow).trim());
  const end = parseTimestamp(endText);
  if (!start) throw malformed(lineNumber, `the cue's start is not a timestamp (${EXPECTED})`);
  if (!end) throw malformed(lineNumber, `the cue's end is not a timestamp (${EXPECTED})`);
  if (!settings.every((setting) => SETTING.test(setting))) {
    throw malformed(lineNumber, "unexpected text behind the cue's times");
  }
  return { start, end };
}
