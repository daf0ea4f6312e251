import { Command, InvalidArgumentError, Option } from 'commander';

/** How much is measured. The defaults are those that the documented figures were measured with. */
export interface Sizes {
  readonly rounds: number;
  /** Length of a timed round. */
  readonly seconds: number;
  readonly clients: number;
  readonly pool: number;
  /** Messages of a round of the relay and of the consumer. */
  readonly messages: number;
  /** Sizes of the store whose costs are compared. */
  readonly events: readonly number[];
  readonly callsPerSecond: number;
  /** Sizes of a workspace whose lists are compared. */
  readonly rows: readonly number[];
}

export interface BenchOptions extends Sizes {
  readonly suite: 'store' | 'pipeline' | 'api' | 'webhooks' | 'anatomy' | 'scale' | 'rest';
  readonly json?: string;
  readonly only?: readonly string[];
}

/** Reads the command line. Prints help or what is wrong, and exits, like any command. */
export function readBenchOptions(
  argv: readonly string[],
  ids: Readonly<Record<BenchOptions['suite'], readonly string[]>>,
): BenchOptions {
  let read: BenchOptions | undefined;
  const program = new Command('npm run bench --')
    .description(
      'Measures a separate copy of the system, with Postgres (fsync and synchronous_commit on) and Kafka in a temporary folder.',
    )
    .addHelpText(
      'after',
      `
Each figure and its comparison take turns, round by round. The report shows the medians, their ratio and every round.
Exit code 0: the run went well, whatever the figures; 1: it did not.

api without --only needs 15 GB of the temporary folder and a quarter of an hour, nearly all of it for calls.growth with 10,000,000 calls;
--only calls.list calls.get calls.post leaves that out, --rows makes it smaller.

webhooks takes about 5 minutes, --rounds 2 --seconds 2 less than three. webhooks.noisy lasts fifteen times --seconds.`,
    );
  for (const [suite, title] of [
    ['store', 'append, relay, consumer, rebuild, growth with the number of events, snapshots'],
    [
      'pipeline',
      'the running services: from the 201 of a call to its contact, summary and webhook; summaries of long calls',
    ],
    ['api', 'requests through the gateway against a bare Fastify and pg server; lists as a workspace grows'],
    ['anatomy', 'what each layer costs, from the statements of a prototype to what the services do'],
    ['webhooks', 'deliveries: one and ten endpoints, latency from the API on, a tenant beside a hanging one'],
    ['scale', 'one instance of each service against two: how much they do, and what processor time it takes'],
    ['rest', 'the five services without work: resident memory and processor time'],
  ] as const) {
    const [rounds, seconds] = suite === 'rest' ? [1, 60] : [5, 4];
    const command = sized(program.command(suite).description(title), ids[suite], rounds, seconds);
    if (suite === 'webhooks')
      command.option('--stages', 'only webhooks.stages: what each stage of webhooks.latency takes');
    command.action(({ stages, ...options }: Omit<BenchOptions, 'suite'> & { readonly stages?: true }) => {
      read = { ...options, suite, ...(stages === undefined ? {} : { only: ['webhooks.stages'] }) };
    });
  }
  program.parse(argv, { from: 'user' });
  return read ?? program.help({ error: true });
}

function sized(command: Command, ids: readonly string[], rounds: number, seconds: number): Command {
  return command
    .option('--json <file>', 'write the results to this file')
    .addOption(new Option('--only <id...>', `only these: ${ids.join(', ')}`).choices([...ids]))
    .option('--rounds <n>', 'rounds of ours and of the anchor, in turn', count, rounds)
    .option('--seconds <n>', 'length of a timed round', count, seconds)
    .option('--clients <n>', 'concurrent writers', count, 32)
    .option('--pool <n>', 'connections that they share', count, 32)
    .option('--messages <n>', 'messages in a round of the relay and the consumer', count, 30_000)
    .option('--events <n...>', 'sizes of the store to compare', countList, [10_000, 100_000, 1_000_000])
    .option('--rows <n...>', 'calls of a workspace whose lists are compared (api)', countList, [10_000, 10_000_000])
    .option('--calls-per-second <n>', 'rate of calls (pipeline, webhooks)', count, 50);
}

function count(text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('A whole number from 1 on is needed.');
  return value;
}

/** Commander hands over one value at a time; the first given replaces the default. */
function countList(text: string, before: readonly number[]): readonly number[] {
  const value = count(text);
  return Object.isFrozen(before) ? Object.freeze([...before, value]) : Object.freeze([value]);
}
