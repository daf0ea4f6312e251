import type { Statement } from '@ci/database';
import type { DomainEvent } from '@ci/domain';
import type { DataSource, EntityManager } from 'typeorm';

import { afterCommit } from './after-commit.ts';
import type { Aggregate } from './aggregate.ts';
import { createStream } from './create-stream.ts';
import { eraseSubjects } from './erase-subjects.ts';
import { executeCommands, type CommandItem, type CommandOutcome } from './execute-command.ts';
import { announceCommitted } from './committed-commands.ts';
import type { NewEvent } from './stored-event.ts';

/**
 * Runs a command against a stream of the aggregate: events, read models and messages are stored together or not at all. A command that
 * decides nothing writes nothing. The transaction is one of `inTransaction`: the last statements are left to its COMMIT.
 *
 * Throws what the decider throws, VersionConflict, and notFound() for a stream of another workspace: its existence must not show.
 */
export async function runCommand<State, Command, Event extends DomainEvent>(
  tx: EntityManager,
  aggregate: Aggregate<State, Command, Event>,
  item: CommandItem<Command>,
): Promise<CommandOutcome<State, Event>> {
  const [outcome] = await runCommands(tx, aggregate, [item]);
  if (!outcome) throw new Error('a command has an outcome');
  return outcome;
}

/**
 * The same for many commands, in their order, with as many round trips as for one. Each is decided upon what those before it have led to. One
 * that is refused, or one stream that conflicts, and the transaction is to be rolled back.
 */
export async function runCommands<State, Command, Event extends DomainEvent>(
  tx: EntityManager,
  aggregate: Aggregate<State, Command, Event>,
  items: readonly CommandItem<Command>[],
): Promise<CommandOutcome<State, Event>[]> {
  const { decider, events: catalogue, projectors, queued = false, messages, followUp } = aggregate;
  return executeCommands<State, Command, Event>({
    tx,
    decider,
    catalogue,
    projectors: projectors.map(({ project }) => project),
    items,
    queued,
    publish: async (outcomes) => {
      await erase(tx, aggregate, outcomes);
      await followUp?.(
        tx,
        outcomes.flatMap(({ events }) => events),
      );
      const announced = messages ? outcomes.flatMap(({ events, state }) => messages.of(events, state)) : [];
      afterCommit(tx, () => announceCommitted(tx.dataSource, { messages: announced.length }));
      return messages && announced.length > 0 ? [messages.statement(announced)] : [];
    },
  });
}

/**
 * Runs the first command of a stream whose id was made for it, in ONE statement, which is its own transaction: one round trip. All of it is
 * stored or nothing, and `also` with it. Its read models have to be INSERTs for such a command, as `also` is: without a WITH, and none needs
 * what another one stores.
 *
 * Throws what the decider throws, and VersionConflict when there is such a stream.
 */
export async function runFirstCommand<State, Command, Event extends DomainEvent>(
  dataSource: DataSource,
  { decider, events: catalogue, projectors, messages }: Aggregate<State, Command, Event>,
  item: Omit<CommandItem<Command>, 'isNew'>,
  also: readonly Statement[] = [],
): Promise<readonly NewEvent<Event>[]> {
  let sent = 0;
  const created = await createStream<State, Command, Event>(dataSource, {
    ...item,
    decider,
    catalogue,
    writes: (events, state) => {
      const announced = messages?.of(events, state) ?? [];
      sent = announced.length;
      return [
        ...projectors.flatMap(({ project }) => project(events)),
        ...(messages !== undefined && sent > 0 ? [messages.statement(announced)] : []),
        ...also,
      ];
    },
  });
  if (created.length > 0) announceCommitted(dataSource, { messages: sent });
  return created;
}

/** Removes the personal parts of streams that end with these events, and what else the aggregate names. */
async function erase<State, Command, Event extends DomainEvent>(
  tx: EntityManager,
  { name, erasure }: Aggregate<State, Command, Event>,
  outcomes: readonly CommandOutcome<State, Event>[],
): Promise<void> {
  if (erasure === undefined) return;
  const states = new Map(outcomes.map(({ stream, state }) => [stream.id, state]));
  const erased = outcomes.flatMap(({ stream, events, state }) =>
    events
      .filter(({ event }) => erasure.on.includes(event.type))
      .map(({ event }) => ({
        stream,
        id: stream.id.slice(name.length + 1),
        event,
        state: states.get(stream.id) ?? state,
      })),
  );
  if (erased.length === 0) return;
  const subjectIds = erased.map(({ stream }) => stream.id);
  await eraseSubjects(tx, subjectIds);
  await erasure.also?.(tx, erased);
}
