import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { recordStart } from '../record-start.ts';

/** Four folders up from src/system and from dist/system alike. */
const compileCache = resolve(import.meta.dirname, '../../../../.data/compiled');

/** What the images set, too: a service holds half the memory under load (docs/performance.md). */
export const memorySettings = {
  NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=512',
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

export interface ServiceProcessOptions {
  readonly name: string;
  /** Program and arguments, run by the Node that runs this. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** Called when the process ended although no caller stopped it. */
  readonly onUnexpectedExit?: (exit: ProcessExit) => void;
}

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** One running service: a child process in a separate group, so that Ctrl-C in a terminal reaches the supervisor first. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #stopping = false;

  constructor(options: ServiceProcessOptions) {
    this.#child = spawn(process.execPath, [...options.command], {
      cwd: options.cwd,
      env: programEnvironment(options.environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#exited = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', options.onLine);
    }
    this.#child.on('exit', (code, signal) => {
      if (!this.#stopping) options.onUnexpectedExit?.({ code, signal });
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Asks the process to end, and ends it after `graceMs`. Answers how it has ended. */
  async stop(graceMs = 15_000): Promise<ProcessExit> {
    this.#stopping = true;
    if (this.running) {
      this.#child.kill('SIGTERM');
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
      await this.#exited;
      clearTimeout(timer);
    }
    return { code: this.#child.exitCode, signal: this.#child.signalCode };
  }

  /** Suspends it until `resume`: alive, and answering no request. */
  pause(): void {
    if (this.running) this.#child.kill('SIGSTOP');
  }

  resume(): void {
    if (this.running) this.#child.kill('SIGCONT');
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    this.#stopping = true;
    this.#child.kill('SIGKILL');
    if (this.running) await this.#exited;
  }
}

/** Runs a program to its end; rejects with its last lines when it fails. */
export function runToEnd(options: Omit<ServiceProcessOptions, 'onUnexpectedExit'>): Promise<void> {
  return recordStart(options.name, () => runProgram(options));
}

async function runProgram(options: Omit<ServiceProcessOptions, 'onUnexpectedExit'>): Promise<void> {
  const lines: string[] = [];
  const child = spawn(process.execPath, [...options.command], {
    cwd: options.cwd,
    env: programEnvironment(options.environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      options.onLine(line);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${options.name} failed (exit code ${code}):\n${lines.slice(-20).join('\n')}`);
}

/** The environment of a program of the system. What has been compiled once starts sooner. */
export function programEnvironment(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    NODE_ENV: process.env['NODE_ENV'] ?? 'development',
    NODE_COMPILE_CACHE: compileCache,
    ...memorySettings,
    ...environment,
  };
}
