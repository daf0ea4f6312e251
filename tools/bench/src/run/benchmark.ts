import type { Sizes } from './options.ts';
import type { Infrastructure } from './infrastructure.ts';

/** What a benchmark is given. */
export interface BenchContext {
  readonly infrastructure: Infrastructure;
  readonly sizes: Sizes;
  /** Says what is going on, to the person who waits. */
  readonly say: (text: string) => void;
}

/** Something that can be measured alone. */
export interface Benchmark {
  readonly id: string;
  readonly title: string;
  readonly run: (context: BenchContext) => Promise<readonly Measurement[]>;
}

/** What was measured, ours and what it is compared with, round by round in turn. */
export interface Measurement {
  readonly id: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  readonly ours: readonly number[];
  readonly anchor: readonly number[];
  /** What the anchor is. */
  readonly against: string;
  /** What ought to be reached, by the ratio to the anchor or by our own figure. */
  readonly aim?: { readonly of: 'ratio' | 'ours'; readonly value: number };
  readonly note?: string;
  /** One of very many: in the JSON, not in the table. */
  readonly onlyInJson?: true;
}

/** A line of the report. */
export interface Result {
  readonly id: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** Medians over the rounds. */
  readonly ours: number;
  readonly anchor: number | null;
  /** `ours / anchor`. */
  readonly ratio: number | null;
  readonly aim: string | null;
  readonly met: boolean | null;
  readonly against: string;
  readonly note: string | null;
  readonly onlyInJson: boolean;
  /** Every round, in order, so that the spread can be seen. */
  readonly rounds: { readonly ours: readonly number[]; readonly anchor: readonly number[] };
}

/** The medians, their ratio, and whether that is what was aimed at. */
export function resultOf(measurement: Measurement): Result {
  const { id, unit, better, against, aim, note } = measurement;
  const ours = median(measurement.ours);
  const anchor = measurement.anchor.length === 0 ? null : median(measurement.anchor);
  const ratio = anchor === null ? null : ours / anchor;
  const reached = aim?.of === 'ratio' ? ratio : ours;
  const met =
    aim === undefined || reached === null ? null : better === 'higher' ? reached >= aim.value : reached <= aim.value;
  const { rounds } = { rounds: { ours: measurement.ours.map(rounded), anchor: measurement.anchor.map(rounded) } };
  return {
    id,
    unit,
    better,
    ours: rounded(ours),
    anchor: anchor === null ? null : rounded(anchor),
    ratio: ratio === null ? null : rounded(ratio),
    aim:
      aim === undefined
        ? null
        : `${aim.of} ${better === 'higher' ? '≥' : '≤'} ${aim.value}${aim.of === 'ours' ? ` ${unit}` : ''}`,
    met,
    against,
    note: note ?? null,
    onlyInJson: measurement.onlyInJson ?? false,
    rounds,
  };
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that `share` per cent of all do not exceed; of an even number of values the median is the lower middle one. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)];
  if (value === undefined) throw new RangeError('no values were measured');
  return value;
}

/** Three digits are more than a drifting machine can promise. */
function rounded(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}
