import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { installGoTool } from '@ci/tools-interfaces/go-tools';

const run = promisify(execFile);

/** One installation of docker/compose.yaml. */
export interface ComposeProject {
  readonly workspace: string;
  /** What `composeProgram` gave. */
  readonly program: readonly string[];
  /** Sets it apart from others on the same engine. */
  readonly name: string;
  /** What docker/make-env wrote. */
  readonly envFile: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What the engine knows of a container. */
export interface ContainerState {
  readonly Config: { readonly User: string };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean; readonly CapDrop: readonly string[] | null };
  readonly State: {
    readonly ExitCode: number;
    readonly Running: boolean;
    readonly Health?: { readonly Status: string };
  };
}

/**
 * How Compose is called here: as COMPOSE says, else as a part of `docker`. Where it is neither, as with Debian's engine, it is built with Go.
 */
export async function composeProgram(workspace: string, log: (line: string) => void): Promise<readonly string[]> {
  const own = process.env['COMPOSE'] ?? '';
  if (own !== '') return [own];
  const isPart = await program('docker', ['compose', 'version'], {}).then(
    () => true,
    () => false,
  );
  return isPart ? ['docker', 'compose'] : [await installGoTool(workspace, 'docker-compose', log)];
}

/** `docker compose …`. Gives what it printed. */
export async function compose(project: ComposeProject, args: readonly string[]): Promise<string> {
  const [file = '', ...first] = project.program;
  const composeFile = path.join(project.workspace, 'docker', 'compose.yaml');
  const which = ['--project-name', project.name, '--file', composeFile, '--env-file', project.envFile];
  return program(file, [...first, ...which, ...args], project.variables);
}

export async function containerOf(project: ComposeProject, service: string): Promise<ContainerState> {
  const id = (await compose(project, ['ps', '--all', '--quiet', service])).trim();
  const [state] = JSON.parse(await program('docker', ['inspect', id], {})) as ContainerState[];
  if (state === undefined) throw new Error(`there is no container of ${service}`);
  return state;
}

/** Runs a program to its end. What it wrote is part of the error when it fails. */
export async function program(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  try {
    const env = { ...process.env, ...variables };
    return (await run(file, [...args], { env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '', code } = cause as { stdout?: string; stderr?: string; code?: number | string };
    const said = `${stdout}\n${stderr}`.trim().slice(-4_000);
    throw new Error(`${path.basename(file)} ${args.slice(-3).join(' ')} failed (${code ?? 'killed'}):\n${said}`, {
      cause,
    });
  }
}
