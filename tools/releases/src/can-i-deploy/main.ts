import path from 'node:path';
import { parseArgs } from 'node:util';
import { isService, services } from '@ci/tools-images/services';
import { answer } from './answer.ts';
import { answerForPeople } from './answer-for-people.ts';

/** `nx run <service>:can-i-deploy`: see the usage below. */
const usage = `npx nx run <service>:can-i-deploy
node tools/dev/launch.mjs can-i-deploy <service> [--json]

Says whether a service, as it lies here, may be put beside the newest releases of the others (releases/*.json), on the schema that it
brings, with its own release before still running beside it: yes or no, and every reason. From what is recorded and committed; nothing
is started. Migrations are read as they were built last: Nx builds them first.
Services: ${services.join(', ')}.

  --json       the answer for programs
  -h, --help   this text

Exit code: 0 for yes, 1 for no, 2 where it can not be said. What is looked at, and what a no asks for: docs/can-i-deploy.md.`;

const options = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const workspace = path.resolve(import.meta.dirname, '../../../..');

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [service = '', ...others] = positionals;
  if (values.help) {
    console.log(usage);
  } else {
    if (!isService(service) || others.length > 0) throw new Error(`name one service of: ${services.join(', ')}`);
    const given = await answer(workspace, service, (line) => {
      console.error(line);
    });
    console.log(values.json ? JSON.stringify(given, null, 2) : answerForPeople(given));
    process.exitCode = given.deploy === 'yes' ? 0 : 1;
  }
} catch (error) {
  console.error(`can-i-deploy: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
