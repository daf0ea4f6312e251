// The gateway's commands for operators, one after another in a process that stays (src/system/operator-process.ts): most of what a command
// takes is the start of its process. Runs in apps/gateway, with its environment.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const built = (file) => import(pathToFileURL(path.resolve(file)).href);
await built('../../node_modules/reflect-metadata/Reflect.js');
const { createDataSource } = await built('../../libs/database/dist/index.js');
const { consoleOrigin, readOperatorConfig } = await built('compiled/config.js');
const { entities } = await built('compiled/database/schema.js');
const { operatorDatabase } = await built('compiled/operate/operator.js');
const { operatorProgram } = await built('compiled/operate/program.js');

const config = readOperatorConfig();
const dataSource = createDataSource({
  url: config.WORKER_DATABASE_URL,
  schema: config.DATABASE_SCHEMA,
  entities,
  poolSize: 1,
  applicationName: 'gateway-operator',
});
await dataSource.initialize();

process.on('message', async ({ id, args }) => {
  const lines = [];
  const program = operatorProgram({
    withDatabase: (work) => work(operatorDatabase(dataSource, 'operator')),
    print: (line) => void lines.push(line),
    confirm: undefined,
    consoleOrigin: () => consoleOrigin(config),
  });
  try {
    await program.exitOverride().parseAsync(args, { from: 'user' });
    process.send({ id, printed: lines.join('\n') });
  } catch (error) {
    process.send({ id, error: String(error) });
  }
});
process.on('disconnect', () => process.exit());
