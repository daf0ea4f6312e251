import type { Measurement } from '../run/benchmark.ts';
import { processorTime } from '../run/processes.ts';

/** What a round came to, with one instance or with two. */
export interface Worked {
  readonly perSecond: number;
  /** Milliseconds of processor time for each call or request, by who used it; undefined where the system does not report it. */
  readonly cpu: Readonly<Record<string, number | undefined>>;
}

/** Round by round, in turn. */
export interface Rounds {
  readonly one: readonly Worked[];
  readonly two: readonly Worked[];
}

/**
 * Two instances against one. On a machine whose processors are busy with one already, throughput says little: what says whether more machines
 * would carry more is that a call costs no more processor time when two share the work.
 */
export function measurementsOf(id: string, unit: string, rounds: Rounds): Measurement[] {
  const against = 'one instance of the service, round by round in turn';
  const users = Object.keys(rounds.one[0]?.cpu ?? {});
  return [
    {
      id,
      unit: `${unit}s/s`,
      better: 'higher',
      ours: rounds.two.map(({ perSecond }) => perSecond),
      anchor: rounds.one.map(({ perSecond }) => perSecond),
      against,
      note: 'on the same processors, with Postgres, Kafka and whoever sends',
    },
    ...users.map((user): Measurement => {
      const of = (side: readonly Worked[]) => side.flatMap(({ cpu }) => cpu[user] ?? []);
      return {
        id: `${id}.cpu.${user}`,
        unit: `ms/${unit}`,
        better: 'lower',
        ours: of(rounds.two),
        anchor: of(rounds.one),
        against,
      };
    }),
  ];
}

/** Adds up the processor time of processes, by name, from now on. */
export function startClock(pids: Readonly<Record<string, readonly number[]>>): (times: number) => Worked['cpu'] {
  const used = (): Record<string, number | undefined> =>
    Object.fromEntries(
      Object.entries(pids).map(([name, all]) => {
        const times = all.map(processorTime);
        return [
          name,
          times.includes(undefined) ? undefined : times.reduce<number>((sum, time) => sum + (time ?? 0), 0),
        ];
      }),
    );
  const before = used();
  return (times) => {
    const after = used();
    return Object.fromEntries(
      Object.keys(pids).map((name) => {
        const [begin, end] = [before[name], after[name]];
        return [name, begin === undefined || end === undefined ? undefined : (end - begin) / times];
      }),
    );
  };
}
