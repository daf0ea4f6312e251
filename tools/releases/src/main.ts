import path from 'node:path';
import { parseArgs } from 'node:util';
import { isService, services } from '@ci/tools-images/services';
import { makeRelease, type MadeRelease } from './release/make-release.ts';

/** `npm run release`: see the usage below. */
const usage = `npm run release -- <service> <version>|major|minor|patch [--dry-run]

Releases one service alone. It refuses uncommitted changes, and a version that is not greater than the newest recorded one
(releases/<service>.json). Events, API and migrations must understand the released ones. Then it makes
  a commit with the version, and with the events, migrations and API document that differ from the released ones
  a commit with the record of that commit, from which the images of the release are built
  a tag <service>@<version>, for people; no program reads it
A failure midway restores the working tree. Nothing is pushed, published or deployed.
Services: ${services.join(', ')}.

  --dry-run    check everything, say what would be released, change nothing
  -h, --help   this text

Details and next steps: docs/releasing.md.`;

const options = {
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const say = (line: string): void => {
  console.log(`release: ${line}`);
};

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
  } else {
    await run(positionals, values['dry-run']);
  }
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run([service = '', wish = '', ...others]: readonly string[], dryRun: boolean): Promise<void> {
  if (!isService(service)) throw new Error(`no service is called ${service}; there are: ${services.join(', ')}`);
  if (wish === '' || others.length > 0) throw new Error('name a service and its version, or major, minor or patch');
  const workspace = path.resolve(import.meta.dirname, '../../..');
  const release = await makeRelease({ workspace, service, wish, dryRun, say });
  if (release === undefined) say('this could be released; nothing is changed');
  else printNextSteps(service, release);
}

function printNextSteps(service: string, { version, tag, commit }: MadeRelease): void {
  say(`${service} ${version} is released: commit ${commit.slice(0, 12)}, its record, and the tag ${tag}. Go on with:

  git push --follow-tags                                   as they are: rebased or squashed, the commit would have another name
  git worktree add ../${tag} ${commit.slice(0, 12)}
  cd ../${tag} && npm run images -- ${service} --tag ${version}   its image; then deploy it: docs/deployment.md`);
}
