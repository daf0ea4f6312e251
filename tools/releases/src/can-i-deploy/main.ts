import path from 'node:path';
import { parseArgs } from 'node:util';
import { isService, services } from '@ci/tools-images/services';
import { answer } from './answer.ts';
import { answerForPeople } from './answer-for-people.ts';

/** `nx run <service>:can-i-deploy`: see the usage below. */
const usage = `npx nx run <service>:can-i-deploy
node tools/dev/launch.mjs can-i-deploy <service> [--json]

Says whether the service in this working tree may be deployed beside the newest releases of the others (releases/*.json).
The check assumes the migrated schema, and the service's previous release still running. The answer is yes or no, with every reason.
Nothing is started: it reads what is recorded and committed, and migrations as Nx has built them.
Services: ${services.join(', ')}.

  --json       the answer for programs
  -h, --help   this text

Exit code: 0 for yes, 1 for no, 2 when there is no answer. Checks, and the way out of a no: docs/can-i-deploy.md.`;

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
