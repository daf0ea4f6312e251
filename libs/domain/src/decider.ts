import type { Erased } from './erased.ts';

/** A fact about one stream, in plain JSON. What identifies a person belongs into `personal`, which alone can be erased. */
export interface DomainEvent {
  readonly type: string;
  /** Impersonal and immutable: ids, times, numbers, codes. */
  readonly data: object;
  /** Names, addresses, texts. `erased` on an event whose personal part was deleted; absent on one that never had any. */
  readonly personal?: object | Erased;
  /** Whose personal part it is: an opaque id, for it outlives the erasure. The stream's own id when absent. */
  readonly subject?: string;
}

/** The whole domain logic of one kind of stream: three pure functions. Time and ids come in through the command. */
export interface Decider<State, Command, Event extends DomainEvent> {
  initialState(): State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): readonly Event[];
}

/** Continues from a state over the events that follow it. */
export function fold<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  state: State,
  events: readonly Event[],
): State {
  return events.reduce((current, event) => decider.evolve(current, event), state);
}
