import { describeFault, faultSorts, victimsOf } from './fault.ts';
import { faultSchedule } from './fault-schedule.ts';

const minute = 60_000;
const nameOf = ({ kind, target }: (typeof faultSorts)[number]): string => `${kind} ${target}`;

describe('the schedule of faults', () => {
  it('is the same for the same seed', () => {
    const options = { seed: 4711, durationMs: 10 * minute };
    expect(faultSchedule(options)).toEqual(faultSchedule(options));
  });

  it('is another one for another seed', () => {
    const [one, other] = [1, 2].map((seed) => faultSchedule({ seed, durationMs: 2 * minute }));
    expect(one).not.toEqual(other);
  });

  it('is the beginning of the schedule of a longer run', () => {
    const short = faultSchedule({ seed: 7, durationMs: 2 * minute });
    expect(faultSchedule({ seed: 7, durationMs: 5 * minute }).slice(0, short.length)).toEqual(short);
  });

  it.each([1, 2, 3, 4, 5])('has every kind of fault on every target within three minutes (seed %i)', (seed) => {
    const seen = new Set(faultSchedule({ seed, durationMs: 3 * minute }).map(nameOf));
    expect([...seen].toSorted()).toEqual(faultSorts.map(nameOf).toSorted());
  });

  it('leaves the start and the end of a run alone, and is in the order of time', () => {
    const faults = faultSchedule({ seed: 3, durationMs: 2 * minute });
    const times = faults.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBeGreaterThanOrEqual(3_000);
    expect(times.at(-1)).toBeLessThanOrEqual(2 * minute - 5_000);
    expect(faults.length).toBeGreaterThanOrEqual(25);
  });

  it('knows what may fail: three ways for each process, two for each link', () => {
    expect(faultSorts).toHaveLength(7 * 3 + 6 * 2);
    expect(new Set(faultSorts.map(nameOf)).size).toBe(faultSorts.length);
  });

  it('pauses some longer than a lease and a session last', () => {
    const pauses = faultSchedule({ seed: 1, durationMs: 10 * minute }).filter(({ kind }) => kind === 'pause');
    expect(pauses.some(({ forMs }) => forMs > 10_000)).toBe(true);
    expect(pauses.some(({ forMs }) => forMs < 5_000)).toBe(true);
  });

  it('stalls some longer than the services wait for an answer', () => {
    const stalls = faultSchedule({ seed: 1, durationMs: 10 * minute }).filter(({ kind }) => kind === 'stall');
    expect(stalls.some(({ forMs }) => forMs > 18_000)).toBe(true);
    expect(stalls.some(({ forMs }) => forMs < 8_000)).toBe(true);
  });

  it('hurts the one instance of a service, the other, and both', () => {
    const kills = faultSchedule({ seed: 1, durationMs: 20 * minute }).filter(
      ({ kind, target }) => kind === 'kill' && target === 'contacts',
    );
    const victims = new Set(kills.map((fault) => victimsOf(fault).join(' ')));
    expect([...victims].toSorted()).toEqual(['contacts-1', 'contacts-1 contacts-2', 'contacts-2']);
  });

  it('hurts what all of them share once', () => {
    const fault = { kind: 'stall' as const, instances: [1, 2] as const, forMs: 1_000 };
    expect(describeFault({ ...fault, target: 'kafka-link' })).toBe('stall kafka-link for 1.0 s');
    expect(describeFault({ ...fault, target: 'webhooks-postgres' })).toBe(
      'stall webhooks-1-postgres and webhooks-2-postgres for 1.0 s',
    );
  });
});
