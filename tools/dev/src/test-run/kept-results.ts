import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JestResults } from './report.ts';

type FileResult = JestResults['testResults'][number];

interface Kept {
  readonly key: string;
  readonly assertionResults: FileResult['assertionResults'];
}

/** Results of spec files all of whose tests passed, by what they can depend on. */
export class KeptResults {
  readonly #file: string;
  readonly #kept: Record<string, Kept>;

  constructor(file: string) {
    this.#file = file;
    this.#kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Kept>) : {};
  }

  /** Whether the spec has passed under this key. */
  has(spec: string, key: string): boolean {
    return this.#kept[spec]?.key === key;
  }

  /** Results of specs that are not run again, as jest would have written them. */
  resultsOf(workspace: string, specs: readonly string[]): JestResults {
    const testResults = specs.map((spec) => ({
      name: path.join(workspace, spec),
      startTime: 0,
      endTime: 0,
      assertionResults: this.#kept[spec]?.assertionResults ?? [],
    }));
    const numPassedTests = testResults.reduce((sum, { assertionResults }) => sum + assertionResults.length, 0);
    return {
      numPassedTests,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      numRuntimeErrorTestSuites: 0,
      success: true,
      testResults,
    };
  }

  /** Keeps what has passed whole; what is skipped may depend on the machine, and is tried again. */
  keep(results: JestResults, workspace: string, keyOf: (spec: string) => string): void {
    for (const { name, assertionResults } of results.testResults) {
      const spec = path.relative(workspace, name);
      const passed = assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'passed');
      if (passed) this.#kept[spec] = { key: keyOf(spec), assertionResults: assertionResults.map(outline) };
    }
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(this.#kept));
  }
}

const outline = ({ fullName, status }: Kept['assertionResults'][number]): Kept['assertionResults'][number] => ({
  fullName,
  status,
});
