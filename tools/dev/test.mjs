/** `npm test`: installs what is missing, then hands over to src/test-run, which runs everything. */
import { ensureInstalled, runUnderProjectNode } from './install.mjs';

const usage = `npm test -- [options] [project …]

Checks formatting, lint and types, builds, and runs the unit, integration and end-to-end tests of every project.
Postgres and Kafka are real: containers where a Docker engine answers, embedded servers elsewhere; or what
TEST_DATABASE_URL (a superuser) and TEST_KAFKA_BROKERS name. TEST_INFRASTRUCTURE=embedded or
TEST_INFRASTRUCTURE=containers decides between the two; TEST_POSTGRES_IMAGE and TEST_KAFKA_IMAGE name other images.
The console is tested in Chromium: CHROMIUM_PATH, or the one of this machine; on Debian, as root, it is installed when
there is none.

  project            only these projects, e.g. "npm test -- contacts http"
  --affected         only what a change reaches: what differs from main, also what is not committed
  --base REF         the branch or commit to compare with, if not main
  --unit             only unit tests: nothing is checked, built or started
  --nightly          only the tests that are too long for every change, and all runs of costly properties. Without it they run where
                     their project is named, or something differs from the base that they are about
  --again            also the test files that have passed and depend on nothing that has changed since (their results count otherwise)
  --only-tests       without formatting, lint and types
  --no-build         use what has been built
  -t, --name REGEX   only tests whose name matches
  -h, --help         this text

The last line is "tests: N passed, N failed, N skipped". The exit code is 0 when nothing failed and something ran.`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(usage);
} else {
  try {
    await ensureInstalled({ log: (line) => console.log(`setup: ${line}`) });
    process.exitCode = await runUnderProjectNode('tools/dev/src/test-run/main.ts', args);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
