import 'reflect-metadata';
import { createInterface } from 'node:readline/promises';
import { createDataSource, DomainError } from '@ci/platform';
import { readOperatorConfig } from './config.ts';
import { entities } from './database/schema.ts';
import { operatorDatabase, operatorProgram, type Operator } from './operate/program.ts';

const operator: Operator = {
  withDatabase: async (work) => {
    const { DATABASE_URL: url, DATABASE_SCHEMA: schema } = readOperatorConfig();
    const dataSource = createDataSource({ url, schema, entities, poolSize: 1, applicationName: 'gateway-operator' });
    await dataSource.initialize();
    try {
      return await work(operatorDatabase(dataSource));
    } finally {
      await dataSource.destroy();
    }
  },
  print: (line) => void process.stdout.write(`${line}\n`),
  confirm: process.stdin.isTTY ? confirm : undefined,
};

try {
  await operatorProgram(operator).parseAsync();
} catch (error) {
  process.stderr.write(`${textOf(error)}\n`);
  process.exitCode = 1;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

/** One line. An error of the database may hold what was written: of that only the code is shown. */
function textOf(error: unknown): string {
  if (error instanceof DomainError && error.details !== undefined)
    return error.details.map(({ field, message }) => `${field} ${message}`).join('; ');
  if (!(error instanceof Error)) return 'It failed.';
  if ('driverError' in error) return `The database refused it (${(error as { code?: string }).code ?? 'no code'}).`;
  return error.message === ''
    ? `The database cannot be reached (${(error as { code?: string }).code ?? error.name}).`
    : (error.message.split('\n', 1)[0] ?? '');
}
