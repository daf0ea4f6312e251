/** The parts of a timestamp as written. What the fraction means depends on the whole file: see `fractionsAreMilliseconds`. */
export interface Timestamp {
  readonly negative: boolean;
  readonly wholeSeconds: number;
  readonly fraction: string;
  /** Some part is written with a leading zero (`05`). */
  readonly padded: boolean;
  /** Some part after the first is written with one digit (`0:0:5`). */
  readonly unpadded: boolean;
}

// A sign may be before any part: a writer that prints the parts of a negative duration one by one gives `0:0:-2.-500`.
const TIMESTAMP = /^(?:-?(\d{1,4}):)?-?(\d{1,2}):-?(\d{1,2})(?:[.,]-?(\d{1,9}))?$/;

/** Reads `[hours:]minutes:seconds[.fraction]`, with dot or comma, padded or not, negative or not; `null` if it is none. */
export function parseTimestamp(text: string): Timestamp | null {
  const match = TIMESTAMP.exec(text);
  if (!match) return null;
  const [, hours, minutes = '', seconds = '', fraction = ''] = match;
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const parts = hours === undefined ? [minutes, seconds] : [hours, minutes, seconds];
  return {
    negative: text.includes('-'),
    wholeSeconds: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
    fraction,
    padded: parts.some((part) => part.length > 1 && part.startsWith('0')),
    unpadded: parts.slice(1).some((part) => part.length === 1),
  };
}

/**
 * Teams once printed hours, minutes, seconds and *milliseconds* as plain numbers: `0:0:6.90 --> 0:0:6.500` lasts from 6.090 s to
 * 6.5 s, and read as a decimal fraction it would end before it starts. Such a file pads nothing, so its style tells it apart;
 * every other file's fraction is decimal (`00:00:06.9` is 6.9 s).
 */
export function fractionsAreMilliseconds(timestamps: readonly Timestamp[]): boolean {
  return timestamps.some((time) => time.unpadded) && !timestamps.some((time) => time.padded);
}

/** Milliseconds, below zero where the timestamp is. Digits beyond the millisecond are cut off. */
export function toMilliseconds(time: Timestamp, fractionIsMilliseconds: boolean): number {
  const { fraction } = time;
  const milliseconds =
    fractionIsMilliseconds && fraction.length <= 3 ? Number(fraction) : Number(fraction.slice(0, 3).padEnd(3, '0'));
  const total = time.wholeSeconds * 1000 + milliseconds;
  return time.negative && total > 0 ? -total : total;
}
