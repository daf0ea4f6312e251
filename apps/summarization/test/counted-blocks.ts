import { Session } from 'node:inspector/promises';

/**
 * How often each function of the code under test runs, or the part of it that runs most often: counted instead of timed, by the counters that
 * V8 keeps for coverage. They are there for what is loaded after `start`. What native code does within one call is not seen.
 */
export class CountedBlocks {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** By file and place, of the files below a folder: "faithfulness.ts:holds@1200". */
  async during(folder: string, work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
    await this.#session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const runs = new Map<string, number>();
    for (const { url, functions } of result) {
      const [, file] = url.split(folder);
      if (file === undefined) continue;
      for (const { functionName, ranges } of functions)
        runs.set(
          `${file}:${functionName}@${String(ranges[0]?.startOffset)}`,
          Math.max(...ranges.map(({ count }) => count)),
        );
    }
    return runs;
  }

  stop(): void {
    this.#session.disconnect();
  }
}
