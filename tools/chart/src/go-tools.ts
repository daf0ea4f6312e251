import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Go checks what it downloads against its public log of checksums. kubectl-validate has the schemas of Kubernetes in it: it asks no cluster. */
const tools = {
  helm: { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.19.4' },
  'kubectl-validate': { module: 'sigs.k8s.io/kubectl-validate', version: 'v0.0.4' },
} as const;
export type GoTool = keyof typeof tools;

export const goTools = Object.keys(tools) as readonly GoTool[];

/** Where a tool is once it has been installed. */
export function goToolFile(workspace: string, tool: GoTool): string {
  return path.join(workspace, '.data', 'tools', `${tool}-${tools[tool].version}`, tool);
}

/** Installs a tool with Go, unless it is there. */
export async function installGoTool(workspace: string, tool: GoTool, log: (line: string) => void): Promise<void> {
  const file = goToolFile(workspace, tool);
  if (existsSync(file)) return;
  const { module, version } = tools[tool];
  log(`installing ${tool} ${version}, once (a few minutes) …`);
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await run('go', ['install', `${module}@${version}`], {
      env: { ...process.env, GOBIN: path.dirname(file), GOFLAGS: '', CGO_ENABLED: '0' },
    });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new Error(`Go is needed to build ${tool}. Install it (https://go.dev/dl, or apt-get install golang-go).`, {
      cause,
    });
  }
}
