import { releaseVersion } from 'nx/release';

/**
 * `bump-version.ts SERVICE VERSION`: writes a service's version into its package.json and the lock file. A separate program, because Nx
 * ends the process that it runs in when something is wrong.
 */
const [service = '', specifier = ''] = process.argv.slice(2);

await releaseVersion({ projects: [service], specifier, gitCommit: false, gitTag: false, stageChanges: false });
