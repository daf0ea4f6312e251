import { faultSorts, type Fault, type FaultSort } from './fault.ts';
import { oneOf, seededRandom, shuffled, wholeBetween, type Random } from './seeded-random.ts';

export interface ScheduleOptions {
  readonly seed: number;
  readonly durationMs: number;
}

/** The system works undisturbed before the first fault and after the last one. */
const QUIET_START_MS = 3_000;
const QUIET_END_MS = 5_000;
const SHORTEST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 6_000;

/**
 * When what fails: a function of the seed alone. Faults are dealt from a shuffled deck that holds each sort once, so that a run of one deck
 * (about two minutes) has every kind of fault on every target. They may overlap: the next one does not wait for the last one's end.
 */
export function faultSchedule({ seed, durationMs }: ScheduleOptions): readonly Fault[] {
  const random = seededRandom(seed);
  const faults: Fault[] = [];
  let deck: FaultSort[] = [];
  for (
    let atMs = QUIET_START_MS + wholeBetween(random, 0, LONGEST_GAP_MS);
    atMs <= durationMs - QUIET_END_MS;
    atMs += wholeBetween(random, SHORTEST_GAP_MS, LONGEST_GAP_MS)
  ) {
    if (deck.length === 0) deck = shuffled(random, faultSorts);
    const sort = deck.pop();
    if (sort)
      faults.push({
        atMs,
        ...sort,
        instances: oneOf(random, [[1], [2], [1], [2], [1, 2]]),
        forMs: lengthOf(sort, random),
      });
  }
  return faults;
}

/**
 * Mostly short. Some pauses outlast the relay's lease (5 s) and the consumer group's session (10 s): others took over meanwhile. Some stalls
 * outlast how long the services wait for an answer (15 s for Kafka's, 18 s for Postgres').
 */
function lengthOf({ kind }: FaultSort, random: Random): number {
  switch (kind) {
    case 'restart':
      return 0;
    case 'kill':
      return wholeBetween(random, 0, 3_000);
    case 'cut':
      return random() < 0.5 ? 0 : wholeBetween(random, 100, 5_000);
    case 'pause':
      return random() < 0.75 ? wholeBetween(random, 300, 5_000) : wholeBetween(random, 6_000, 13_000);
    case 'stall':
      return random() < 0.6 ? wholeBetween(random, 500, 8_000) : wholeBetween(random, 12_000, 25_000);
  }
}
