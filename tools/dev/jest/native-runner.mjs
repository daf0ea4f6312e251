/**
 * Runs spec files in jest's own process, as Node loads them: no sandbox, so that Nest, TypeORM and pg are loaded once for all files of a run and
 * not once for each. Describing, hooks, deadlines, matchers and reports are jest's (jest-circus). Files run one after another; what they import
 * keeps its state from one to the next, and the environment variables are put back between them.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import circus from 'jest-circus/runner';
import './typescript.mjs';

const require = createRequire(import.meta.url);
const { default: runFile } = circus;
/** As in jest-circus, which reads it when the tests of a file start. */
const eventHandlers = Symbol.for('EVENT_HANDLERS');
const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');

export default class NativeRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    for (const test of tests) {
      if (watcher.isInterrupted()) throw new Error('interrupted');
      await onStart(test);
      try {
        await onResult(test, await this.#run(test));
      } catch (error) {
        await onFailure(test, { message: error.message, stack: error.stack });
      }
    }
  }

  async #run({ path, context: { config } }) {
    const start = Date.now();
    const environment = { global: globalThis, moduleMocker: new ModuleMocker(globalThis) };
    environment.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    globalThis.jest = jestObject(environment);
    const variables = { ...process.env };
    try {
      const result = await runFile(this.#globalConfig, config, environment, nativeRuntime(), path);
      const end = Date.now();
      const runtime = end - start;
      return {
        ...result,
        skipped: result.testResults.length === result.numPendingTests,
        perfStats: { ...result.perfStats, start, end, runtime, slow: runtime / 1000 > config.slowTestThreshold },
      };
    } finally {
      environment.fakeTimersModern.dispose();
      environment.moduleMocker.restoreAllMocks();
      delete globalThis[timeout];
      process.env = variables;
      process.exitCode = undefined;
    }
  }
}

/** What jest-circus asks of jest-runtime. */
function nativeRuntime() {
  return {
    // Each file has its own handlers of events: they would add up.
    requireInternalModule: (file) => {
      delete require.cache[file];
      delete globalThis[eventHandlers];
      return require(file);
    },
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(pathToFileURL(file).href),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
}

function jestObject({ moduleMocker, fakeTimersModern: timers }) {
  return {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    getTimerCount: () => timers.getTimerCount(),
    setTimeout: (ms) => void (globalThis[timeout] = ms),
  };
}
