import { signOperatorToken } from '@ci/security';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Operations } from '../operations.ts';
import { list } from './list-command.ts';
import { retry } from './retry-command.ts';
import { show } from './show-command.ts';
import { skip } from './skip-command.ts';

/** `parked list|show|retry|skip|token`: messages that could not be handled here, or that the broker refused. */
export function addParkedCommand(program: Command, operations: Operations): void {
  const parked = program.command('parked').description('Messages that were set aside: list, show, retry, skip.');
  parked
    .command('list')
    .description('List parked messages, those of a key in their order. Shows no payload and no error text.')
    .option('--key <key>', 'only this key')
    .option('--topic <topic>', 'only this topic')
    .option('--workspace <id>', 'only this workspace')
    .addOption(new Option('--side <side>', 'received, or to be sent').choices(['consumer', 'relay']))
    .option('--limit <count>', 'at most so many', wholeNumber, 100)
    .option('--json', 'print one JSON array')
    .action(list(operations));
  parked
    .command('show')
    .description('Show one message: headers, error, attempts, size. Not its payload.')
    .argument('<message>', 'in-… or out-… of the list, or the id of the message')
    .option('--payload', 'print only the payload; it may hold personal data, and your access is recorded')
    .addOption(actor(operations))
    .option('--json', 'print one JSON object')
    .action(show(operations));
  parked
    .command('retry')
    .description('Retry now, in order: the first message of each key, then the messages behind it.')
    .argument('[message]', 'in-… or out-… of the list, or the id of the message: its key')
    .option('--key <key>', 'this key')
    .option('--all', 'every key')
    .addOption(actor(operations))
    .action(retry(operations));
  parked
    .command('skip')
    .description('Drop one message for good. The messages behind it keep their order and are tried next.')
    .argument('[message]', 'in-… or out-… of the list, or the id of the message')
    .option('--key <key>', 'the first message of this key')
    .requiredOption('--reason <text>', 'the reason, kept with the skipped message; no personal data')
    .addOption(actor(operations))
    .action(skip(operations));
  parked
    .command('token')
    .description(
      'Print a token for /internal/parked-messages of this service, valid for a minute (header x-internal-token).',
    )
    .addOption(actor(operations))
    .action(async ({ actor: name }: { readonly actor: string }) => {
      const { definition, tokenKeys, print } = operations;
      print(await signOperatorToken(name, { audience: definition.service, keys: tokenKeys(), now: new Date() }));
    });
}

function actor({ actor: name }: Operations): Option {
  return new Option('--actor <name>', 'who you are, for the record of operator actions').default(name);
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}
