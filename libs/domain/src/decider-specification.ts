import assert from 'node:assert/strict';

import { fold, type Decider, type DomainEvent } from './decider.ts';
import { isErased } from './erased.ts';

/** What a refusal looks like: its class, or the fields it must have, such as `{ code: 'conflict' }`. */
export type Refusal = (abstract new (...args: never[]) => Error) | Readonly<Record<string, unknown>>;

/** After the events that were given. */
export interface Given<State, Command, Event> {
  when(command: Command): When<State, Event>;
  /** What the given events alone amount to. */
  thenState(expected: State): void;
}

/** After the command as well. */
export interface When<State, Event> {
  then(expected: readonly Event[]): void;
  /** The command has no effect; it is not refused either. */
  thenNothing(): void;
  thenRefuses(refusal: Refusal): void;
  /** What the stream amounts to with the events that were decided. */
  thenState(expected: State): void;
}

/**
 * A decider's tests, to be read like its specification: `specify(decider).given(events).when(command).then(events)`.
 *
 * Each run also checks what every decider promises: it changes nothing it is given, decides the same twice (so no clock, no randomness),
 * and its events are plain JSON (what is projected inline is then what a rebuild would read).
 */
export function specify<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): { given(events: readonly Event[]): Given<State, Command, Event> } {
  return {
    given: (events) => {
      const state = (): State => deepFreeze(fold(decider, deepFreeze(decider.initialState()), deepFreeze(events)));
      return {
        when: (command) => whenDecided(decider, state, deepFreeze(command)),
        thenState: (expected) => assert.deepStrictEqual(state(), expected),
      };
    },
  };
}

function whenDecided<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  state: () => State,
  command: Command,
): When<State, Event> {
  const decided = (): readonly Event[] => {
    const events = decider.decide(command, state());
    assert.deepStrictEqual(
      decider.decide(command, state()),
      events,
      'the same command on the same state decided otherwise',
    );
    for (const event of events) assertStorable(event);
    return deepFreeze(events);
  };
  return {
    then: (expected) => assert.deepStrictEqual(decided(), expected),
    thenNothing: () => assert.deepStrictEqual(decided(), []),
    thenRefuses: (refusal) => assertRefused(() => decider.decide(command, state()), refusal),
    thenState: (expected) => assert.deepStrictEqual(fold(decider, state(), decided()), expected),
  };
}

function assertStorable(event: DomainEvent): void {
  assert.ok(!isErased(event.personal), `${event.type} is decided with an erased personal part`);
  assert.deepStrictEqual(JSON.parse(JSON.stringify(event)), event, `${event.type} is not plain JSON`);
}

function assertRefused(decide: () => unknown, refusal: Refusal): void {
  let decided: unknown;
  try {
    decided = decide();
  } catch (error) {
    if (typeof refusal === 'function') {
      assert.ok(error instanceof refusal, `refused, but not with ${refusal.name}: ${String(error)}`);
      return;
    }
    const actual = Object.fromEntries(
      Object.keys(refusal).map((key) => [key, (error as Record<string, unknown>)[key]]),
    );
    assert.deepStrictEqual(actual, refusal);
    return;
  }
  assert.fail(`not refused, but decided: ${JSON.stringify(decided)}`);
}

/** Plain objects and arrays only: a frozen Map or Date would still change, and need not stop anyone. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
