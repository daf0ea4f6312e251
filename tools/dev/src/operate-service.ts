import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { innerServices, serviceNames } from '@ci/testing/system';
import { paths } from './start/paths.ts';

/**
 * `npm run parked -- SERVICE …`, `npm run rebuild -- SERVICE …`, `npm run republish -- … [--service SERVICE]`, `npm run rebase-positions --
 * SERVICE|--all`, `npm run reencrypt -- webhooks`: the operators' command line of a service, pointed at the system of this folder. `--all`
 * stands for every service that has the command, one after the other; the first failure is the exit code.
 */
const [command = '', ...args] = process.argv.slice(2);
const all: readonly string[] = withCommand();

const { services, rest } = command === 'republish' ? publishers(args) : named(args);
const statuses: number[] = [];
for (const service of services) {
  statuses.push(operate(service, [command, ...rest]));
  // What was typed wrong is wrong for each of them.
  if (statuses.includes(2)) break;
}
process.exit(statuses.find((status) => status !== 0) ?? 0);

function withCommand(): readonly string[] {
  if (command === 'rebase-positions' || command === 'rebuild') return serviceNames;
  // No other service keeps secrets of customers.
  return command === 'reencrypt' ? ['webhooks'] : innerServices;
}

function named([first = '', ...others]: readonly string[]): { services: readonly string[]; rest: readonly string[] } {
  if (first === '--all') return { services: all, rest: others };
  if (all.includes(first)) return { services: [first], rest: others };
  // Help is the same for each of them.
  if (first === '--help' || first === '-h') return { services: all.slice(0, 1), rest: ['--help'] };
  return usage(`Say which service: npm run ${command} -- ${all.join('|')}|--all …`);
}

/** `republish` names the service that shall receive; what it names with --service sends. */
function publishers(given: readonly string[]): { services: readonly string[]; rest: readonly string[] } {
  const at = given.indexOf('--service');
  if (at === -1 && (given.includes('--help') || given.includes('-h'))) {
    process.stdout.write('With npm run, each service sends what it has; --service SERVICE: that one alone.\n\n');
    return { services: innerServices.slice(0, 1), rest: ['--help'] };
  }
  if (at === -1) return { services: innerServices, rest: given };
  const service = given[at + 1] ?? '';
  if (!all.includes(service)) return usage(`--service is one of ${innerServices.join(', ')}`);
  return { services: [service], rest: given.toSpliced(at, 2) };
}

function operate(service: string, parameters: readonly string[]): number {
  const environment = join(paths.environments, `${service}.env`);
  const program = join(paths.root, 'apps', service, 'dist', 'operate.js');
  if (!existsSync(environment)) {
    process.stderr.write('There is no system in this folder yet. Start it once with: npm start -- --detach\n');
    return 1;
  }
  if (!existsSync(program)) {
    process.stderr.write(`${service} is not built. Build it with: npm run build\n`);
    return 1;
  }
  if (services.length > 1) process.stderr.write(`${service}:\n`);
  const options = ['--enable-source-maps', `--env-file=${environment}`];
  return spawnSync(process.execPath, [...options, program, ...parameters], { stdio: 'inherit' }).status ?? 1;
}

function usage(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
