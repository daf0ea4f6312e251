import { consumedTopics, type TopicName } from '@ci/contracts';
import { recordOperatorAction } from '@ci/messaging';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Operations } from '../operations.ts';
import { OperatorError } from '../operator-error.ts';
import type { Publisher } from './publisher.ts';
import { republishMessages } from './republish-messages.ts';

interface RepublishFlags {
  readonly to: keyof typeof consumedTopics;
  readonly from: Date;
  readonly until?: Date;
  readonly topic?: readonly string[];
  readonly dryRun?: boolean;
  readonly actor: string;
}

/** `republish --to SERVICE --from TIME`: sends this service's messages of a range of time again, to one other service. */
export function addRepublishCommand(program: Command, operations: Operations): void {
  const { publisher } = operations.definition;
  program
    .command('republish')
    .description('Recreate messages from the events and send them to one service, with the same ids and contents.')
    .addOption(
      new Option('--to <service>', 'the service that gets them')
        .choices(Object.keys(consumedTopics))
        .makeOptionMandatory(),
    )
    .requiredOption('--from <time>', 'first time of recording, for example 2026-01-31T12:00:00Z', instant)
    .option('--until <time>', 'end of that period (default: now)', instant)
    .option(
      '--topic <topic...>',
      `only these topics${publisher === undefined ? '' : ` (${publisher.topics.join(', ')})`}`,
    )
    .option('--dry-run', 'count them, send nothing')
    .option('--actor <name>', 'who you are, for the record of operator actions', operations.actor)
    .addHelpText(
      'after',
      `
Messages go through the outbox, so this service must run. A service that has handled a message skips it; other services never see it.
For an erased call, only its deletion is sent. After an interruption, the same command resumes.`,
    )
    .action(async (flags: RepublishFlags) => {
      const { service } = operations.definition;
      const topics = topicsFor(publisher, flags);
      if (publisher === undefined || topics.length === 0) {
        return operations.print(`${service} sends nothing of that to ${flags.to}`);
      }
      await run(operations, publisher, topics, flags);
    });
}

function topicsFor(publisher: Publisher | undefined, { to, topic }: RepublishFlags): readonly TopicName[] {
  const consumed: readonly TopicName[] = consumedTopics[to];
  const unread = topic?.find((name) => !consumed.some((known) => known === name));
  if (unread !== undefined) throw new OperatorError(`${to} does not read ${unread}. It reads ${consumed.join(', ')}.`);
  return (publisher?.topics ?? []).filter((name) => consumed.includes(name) && (topic?.includes(name) ?? true));
}

async function run(
  { definition, note, print, withDatabase }: Operations,
  publisher: Publisher,
  topics: readonly TopicName[],
  { to, from, until, dryRun = false, actor }: RepublishFlags,
): Promise<void> {
  let told = performance.now();
  const counts = await withDatabase(
    (dataSource) =>
      republishMessages(dataSource, publisher, {
        audience: to,
        topics,
        from,
        ...(until === undefined ? {} : { until }),
        dryRun,
        onProgress: ({ messages, waiting }) => {
          if (performance.now() - told < 2_000) return;
          told = performance.now();
          note(
            waiting === 0
              ? `${messages} messages`
              : `${messages} messages; ${waiting} wait to be sent: is ${definition.service} running?`,
          );
        },
        inLast: (tx, messages) =>
          recordOperatorAction(tx, {
            actor,
            action: 'messages.republish',
            target: { to, from, until: until ?? null, topics, messages },
          }),
      }),
    { poolSize: 3, unlimited: true },
  );
  const said = topics.map((topic) => `${topic} ${counts.get(topic) ?? 0}`).join(', ');
  print(`${definition.service}: ${dryRun ? 'would send' : 'sends'} to ${to} again: ${said}`);
}

function instant(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text) || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('It must be a time with its zone, for example 2026-01-31T12:00:00Z.');
  }
  return time;
}
