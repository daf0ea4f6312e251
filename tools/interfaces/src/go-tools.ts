import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Go checks what it downloads against its public log of checksums. kubectl-validate has the schemas of Kubernetes in it: it asks no cluster.
 * promtool evaluates alert rules as Prometheus does (v0.308 is its 3.8), and asks none. oasdiff knows which changes of an API break its clients. Compose is for an engine that came without it, such as Debian's.
 */
const tools = {
  helm: { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.19.4' },
  'kubectl-validate': { module: 'sigs.k8s.io/kubectl-validate', version: 'v0.0.4' },
  promtool: { module: 'github.com/prometheus/prometheus/cmd/promtool', version: 'v0.308.0' },
  oasdiff: { module: 'github.com/oasdiff/oasdiff', version: 'v1.31.0' },
  'docker-compose': { module: 'github.com/docker/compose/v2/cmd', version: 'v2.40.3' },
} as const;
export type GoTool = keyof typeof tools;

/** Where a tool is once it has been installed. */
export function goToolFile(workspace: string, tool: GoTool): string {
  return path.join(workspace, '.data', 'tools', `${tool}-${tools[tool].version}`, tool);
}

/** Installs a tool with Go, unless it is there. Gives its file. */
export async function installGoTool(workspace: string, tool: GoTool, log: (line: string) => void): Promise<string> {
  const file = goToolFile(workspace, tool);
  if (existsSync(file)) return file;
  const { module, version } = tools[tool];
  log(`installing ${tool} ${version}, once (a few minutes; promtool and docker-compose some ten) …`);
  await mkdir(path.dirname(file), { recursive: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'call-intelligence-go-'));
  const go = (...words: string[]) =>
    run('go', words, { cwd: folder, env: { ...process.env, GOFLAGS: '', CGO_ENABLED: '0' } });
  try {
    // `go install` refuses a module that excludes versions of others, as Prometheus does.
    await go('mod', 'init', 'tools');
    await go('get', `${module}@${version}`);
    // Another process may build it, too: the file is there whole, or not at all.
    const built = `${file}.${process.pid}`;
    await go('build', '-o', built, module);
    await rename(built, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new Error(`Go is needed to build ${tool}. Install it (https://go.dev/dl, or apt-get install golang-go).`, {
      cause,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return file;
}
