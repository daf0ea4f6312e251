import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { git } from '@ci/tools-images/git';
import { packagesIn } from './locked-packages.ts';

const run = promisify(execFile);

/** A second working tree of the repository, for commits that were released. */
export class ReleaseWorktree {
  readonly folder: string;
  readonly #workspace: string;

  private constructor(workspace: string, folder: string) {
    [this.#workspace, this.folder] = [workspace, folder];
  }

  static async open(workspace: string): Promise<ReleaseWorktree> {
    return new ReleaseWorktree(workspace, await mkdtemp(path.join(tmpdir(), 'call-intelligence-release-')));
  }

  /** Nothing that was built of another commit is left; Nx' cache is, which knows what it was built from. */
  async checkOut(commit: string): Promise<void> {
    if (existsSync(path.join(this.folder, '.git'))) {
      await git(this.folder, ['checkout', '--quiet', '--force', '--detach', commit]);
      await git(this.folder, ['clean', '--quiet', '-ffdx', '--exclude=node_modules', '--exclude=.nx']);
    } else {
      await git(this.#workspace, ['worktree', 'add', '--quiet', '--detach', this.folder, commit]);
    }
    if (!(await this.#needsOurPackages(commit))) await this.#dropPackages();
    else if (!existsSync(path.join(this.folder, 'node_modules'))) await this.#linkPackages();
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await git(this.#workspace, ['worktree', 'prune']);
  }

  async #needsOurPackages(commit: string): Promise<boolean> {
    const [ours, theirs] = [this.#workspace, this.folder].map((root) =>
      packagesIn(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
    );
    return ours === theirs && (await git(this.#workspace, ['diff', '--name-only', commit, '--', 'patches'])) === '';
  }

  /** Spares an `npm ci`: the commit's own scripts look at what is installed, and install what is missing. */
  async #linkPackages(): Promise<void> {
    try {
      for (const place of ['node_modules', ...globSync(inProjects, { cwd: this.#workspace })])
        await run('cp', ['-al', path.join(this.#workspace, place), path.join(this.folder, place)]);
      // What is written to: a link would lead back here.
      for (const written of ['.patches-hash', '.cache'])
        await rm(path.join(this.folder, 'node_modules', written), { recursive: true, force: true });
    } catch {
      // On another disk, or a `cp` that makes no links.
      await this.#dropPackages();
    }
  }

  async #dropPackages(): Promise<void> {
    for (const place of ['node_modules', ...globSync(inProjects, { cwd: this.folder })])
      await rm(path.join(this.folder, place), { recursive: true, force: true });
  }
}

const inProjects = '{apps,libs,tools}/*/node_modules';
