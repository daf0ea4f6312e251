import 'reflect-metadata';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { errorText } from '@ci/operations';
import { connectOnce, createDataSource } from '@ci/database';
import { consoleOrigin, readOperatorConfig } from './config.ts';
import { entities } from './database/schema.ts';
import { operatorDatabase, type Operator } from './operate/operator.ts';
import { operatorProgram } from './operate/program.ts';

const operator: Operator = {
  withDatabase: async (work) => {
    const { WORKER_DATABASE_URL: url, DATABASE_SCHEMA: schema } = readOperatorConfig();
    const dataSource = createDataSource({ url, schema, entities, poolSize: 1, applicationName: 'gateway-operator' });
    await connectOnce(() => dataSource.initialize(), 'WORKER_DATABASE_URL');
    try {
      return await work(operatorDatabase(dataSource, userInfo().username));
    } finally {
      await dataSource.destroy();
    }
  },
  print: (line) => void process.stdout.write(`${line}\n`),
  confirm: process.stdin.isTTY ? confirm : undefined,
  consoleOrigin: () => consoleOrigin(readOperatorConfig()),
};

try {
  await operatorProgram(operator).parseAsync();
} catch (error) {
  process.stderr.write(`${errorText(error)}\n`);
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
