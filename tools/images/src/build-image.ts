import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Service } from './services.ts';

const runProgram = promisify(execFile);

export interface BuildOptions {
  readonly workspace: string;
  /** What `makeImageContext` made. */
  readonly folder: string;
  readonly service: Service;
  /** Name and tag. */
  readonly image: string;
  /** Empty: what the Dockerfile says. */
  readonly nodeImage: string;
}

/** Builds a service's image of its folder, and says how large it is with everything below it. */
export async function buildImage(options: BuildOptions): Promise<{ readonly bytes: number }> {
  const { workspace, folder, service, image, nodeImage } = options;
  const values = {
    SERVICE: service,
    VERSION: await versionOf(path.join(workspace, 'apps', service)),
    REVISION: await revisionOf(workspace),
    ...(nodeImage === '' ? {} : { NODE_IMAGE: nodeImage }),
  };
  const buildArguments = Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const file = path.join(workspace, 'docker', 'service.Dockerfile');
  await docker(['build', '--file', file, ...buildArguments, '--tag', image, folder]);
  return { bytes: Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image])) };
}

export async function assertEngineAnswers(): Promise<void> {
  try {
    await docker(['version', '--format', '{{.Server.Version}}']);
  } catch (cause) {
    throw new Error(
      'no Docker engine answers. Start one, or, as root on Debian: eval "$(docker/test-images/engine start)"',
      { cause },
    );
  }
}

async function docker(args: readonly string[]): Promise<string> {
  try {
    return (await runProgram('docker', args, { maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`docker ${args[0] ?? ''} failed:\n${`${stdout}\n${stderr}`.trim().slice(-4_000)}`, { cause });
  }
}

async function versionOf(project: string): Promise<string> {
  return (JSON.parse(await readFile(path.join(project, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The commit, and whether anything differs from it. */
async function revisionOf(workspace: string): Promise<string> {
  try {
    const { stdout } = await runProgram('git', ['describe', '--always', '--abbrev=40', '--match=', '--dirty'], {
      cwd: workspace,
    });
    return stdout.trim();
  } catch {
    return 'unknown';
  }
}
