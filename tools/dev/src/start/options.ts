import { Command, Option } from 'commander';

export interface StartOptions {
  /** Return when everything is ready, and leave it running. */
  readonly detach: boolean;
  readonly rateLimits: 'on' | 'off';
  /** Record the sample call also when the demo workspace is there already. */
  readonly sample: boolean;
  readonly logLevel: string;
  /** Set by `--detach` for the process that stays behind. */
  readonly supervise: boolean;
}

/** Reads the command line of `npm start`. Prints help or what is wrong, and exits, like any command. */
export function readStartOptions(argv: readonly string[]): StartOptions {
  return startCommand().parse(argv, { from: 'user' }).opts<StartOptions>();
}

export function startCommand(): Command {
  return new Command('npm start --')
    .description(
      'Runs the whole system on this machine: Postgres, Kafka and the five services. Data is kept in .data/.',
    )
    .option('--detach', 'return when everything is ready and leave it running (npm stop ends it)', false)
    .addOption(new Option('--rate-limits <on|off>', 'limit requests per API key').choices(['on', 'off']).default('on'))
    .option('--sample', 'record the sample call again (the first start does so anyway)', false)
    .addOption(
      new Option('--log-level <level>', 'what the services log')
        .choices(['error', 'warn', 'info', 'debug'])
        .default('info'),
    )
    .addOption(new Option('--supervise').hideHelp().default(false))
    .addHelpText(
      'after',
      `
Environment:
  DATABASE_URL    use this Postgres (a role that may create roles and schemas) in place of the embedded one
  KAFKA_BROKERS   use this Kafka (host:port, comma separated) in place of the embedded one. The services and the
                  declaration of topics get all KAFKA_… variables of docs/deployment.md.
  DATA_DIR        keep everything in this folder in place of .data (also for npm stop, keys, members and workspaces)

Then:
  npm stop                     stops what --detach left running
  npm run keys -- --help       API keys: create, list, delete
  npm run members -- --help    people of the console: invite, list, remove, reset-password
  npm run workspaces -- --help workspaces: create, set, list`,
    );
}
