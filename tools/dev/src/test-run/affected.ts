import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Names of the projects that a change reaches: what differs from the base, a branch or a commit, also what is not committed yet. */
export async function affectedProjects(workspace: string, base: string): Promise<readonly string[]> {
  const args = ['show', 'projects', '--affected', `--base=${base}`, '--json'];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
  const { stdout } = await promisify(execFile)('nx', args, { cwd: workspace, env });
  return JSON.parse(stdout) as readonly string[];
}
