import { parseArgs } from 'node:util';
import { resolveDueDate } from './engine/due-date.ts';

const help = `The date that a phrase of a sales call means, counted from the day on which it was said.

npm run due-date -- --phrase "end of next week" --said-at 2026-11-21T15:00:00Z --timezone Europe/Lisbon [--json]

  --phrase     what was said
  --said-at    when, as an ISO 8601 instant with its offset
  --timezone   where, as an IANA name: a day begins at midnight there
  --json       print {"due_date": "2026-11-27"}, or null for no date; without it the date alone, or "none"
`;

process.exitCode = main(process.argv.slice(2));

/** 0: printed; 2: the command line is wrong. A phrase without a date is no error. */
function main(argv: string[]): number {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        phrase: { type: 'string' },
        'said-at': { type: 'string' },
        timezone: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) {
      process.stdout.write(help);
      return 0;
    }
    const dueDate = resolveDueDate(
      given(values, 'phrase'),
      instant(given(values, 'said-at')),
      zone(given(values, 'timezone')),
    );
    process.stdout.write(
      values.json === true ? `${JSON.stringify({ due_date: dueDate })}\n` : `${dueDate ?? 'none'}\n`,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return 2;
  }
}

function given<Name extends string>(values: Readonly<Partial<Record<Name, unknown>>>, name: Name): string {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`--${name} is missing.`);
  return value;
}

function instant(text: string): Date {
  const date = new Date(text);
  if (!/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) || Number.isNaN(date.getTime()))
    throw new Error(`--said-at "${text}" is not an instant such as 2026-11-21T15:00:00Z.`);
  return date;
}

function zone(name: string): string {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return name;
  } catch {
    throw new Error(`--timezone "${name}" is not a known time zone, such as Europe/Lisbon.`);
  }
}
