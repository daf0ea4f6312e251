import path from 'node:path';
import { readDependencies, readInputs, type KeyOf } from './inputs.ts';
import { runJest } from './jest-run.ts';
import { KeptResults } from './kept-results.ts';
import type { Lane } from './lanes.ts';
import type { TestOptions } from './options.ts';
import type { TestProject } from './projects.ts';
import type { JestResults } from './report.ts';

/** Runs spec files by jest, without those that have passed and that nothing has changed for since. */
export class SpecRunner {
  readonly #workspace: string;
  readonly #projects: readonly TestProject[];
  readonly #options: TestOptions;
  readonly #onProblem: (problem: string) => void;
  readonly #results: KeptResults;
  readonly #held: string[] = [];
  #keyOf: KeyOf | undefined;

  private constructor(
    workspace: string,
    projects: readonly TestProject[],
    options: TestOptions,
    onProblem: (problem: string) => void,
  ) {
    this.#workspace = workspace;
    this.#projects = projects;
    this.#options = options;
    this.#onProblem = onProblem;
    this.#results = new KeptResults(path.join(workspace, 'node_modules/.cache/test-results.json'));
  }

  /** Reads all inputs once, so that a change during the run counts as one after it. */
  static async create(
    workspace: string,
    projects: readonly TestProject[],
    options: TestOptions,
    onProblem: (problem: string) => void,
  ): Promise<SpecRunner> {
    const runner = new SpecRunner(workspace, projects, options, onProblem);
    // A name leaves out most tests of a file, and without a build end-to-end tests may run what was built before.
    if (options.namePattern === undefined && (options.build || options.unitOnly))
      runner.#keyOf = await readInputs(
        workspace,
        [process.env['TEST_INFRASTRUCTURE'] ?? '', process.env['TEST_ALL_RUNS'] ?? ''],
        await readDependencies(workspace),
      );
    return runner;
  }

  /** Of these files those that have to run; the results that are kept of the others count. */
  left(files: readonly string[]): readonly string[] {
    if (this.#options.again) return files;
    const held = files.filter((file) => this.#holds(file));
    this.#held.push(...held);
    return files.filter((file) => !held.includes(file));
  }

  get heldFiles(): number {
    return this.#held.length;
  }

  heldResults(): readonly JestResults[] {
    return this.#held.length === 0 ? [] : [this.#results.resultsOf(this.#workspace, this.#held)];
  }

  async run({ title, files }: Lane, { unitOnly = false } = {}): Promise<readonly JestResults[]> {
    if (files.length === 0) return [];
    const folders = this.#projects
      .map(({ folder }) => folder)
      .filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
    const results = await runJest({
      workspace: this.#workspace,
      namePattern: this.#options.namePattern,
      folders,
      files,
      unitOnly,
      onLeftOpen: () =>
        this.#onProblem(
          `${title}: something that a test left open kept jest from ending (jest --detectOpenHandles names it)`,
        ),
    });
    if (results?.success !== true) this.#onProblem(title);
    if (results === undefined) return [];
    if (this.#keyOf !== undefined) this.#results.keep(results, this.#workspace, (file) => this.#key(file) ?? '');
    return [results];
  }

  #holds(file: string): boolean {
    const key = this.#key(file);
    return key !== undefined && this.#results.has(file, key);
  }

  #key(file: string): string | undefined {
    const project = this.#projects.find(({ folder }) => file.startsWith(`${folder}/`));
    return project === undefined ? undefined : this.#keyOf?.(project);
  }
}
