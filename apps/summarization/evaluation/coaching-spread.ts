import { rankCorrelation, type Pair } from './rank-correlation.ts';
import { mean } from './stand-in/mean.ts';

/** The coaching score of a call, and the one that a reader gave. */
export interface GradedCall {
  readonly minutes: number;
  readonly reader: number;
  readonly own: number;
}

const lengths = [
  ['under 5 min', 0, 5],
  ['5 to 20 min', 5, 20],
  ['over 20 min', 20, Infinity],
  ['all', 0, Infinity],
] as const;

/** Lower quartile, median and upper quartile of both, how alike they rank the calls, and how far they are apart in points. */
export function spreadTable(calls: readonly GradedCall[]): string {
  const lines = lengths.map(([name, from, to]) => {
    const some = calls.filter(({ minutes }) => minutes >= from && minutes < to);
    const [readers, own] = [some.map(({ reader }) => reader), some.map((one) => one.own)];
    const apart = mean(some.map(({ reader, own: score }) => Math.abs(reader - score)));
    const cells = [
      name,
      some.length,
      quartiles(readers),
      quartiles(own),
      rankCorrelation(some.map((one): Pair => [one.reader, one.own])).toFixed(2),
    ];
    return `| ${[...cells, apart.toFixed(1)].join(' | ')} |`;
  });
  return [
    '| length | calls | readers, quartiles | coaching score | rank correlation | mean error |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function quartiles(values: readonly number[]): string {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return [0.25, 0.5, 0.75].map((share) => String(Math.round(at(share)))).join(' / ');
}
