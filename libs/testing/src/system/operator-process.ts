import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface Answer {
  readonly id: number;
  readonly printed?: string;
  readonly error?: string;
}

// Three folders up from src/system and from dist/system alike.
const script = join(import.meta.dirname, '..', '..', 'jest', 'gateway-operator.mjs');

/** Runs commands of the gateway's operators in one process that stays: `System.operate` starts one for each. */
export class OperatorProcess {
  readonly #child: ChildProcess;
  #commands = 0;

  constructor({ root, environment }: { readonly root: string; readonly environment: NodeJS.ProcessEnv }) {
    this.#child = fork(script, { cwd: join(root, 'apps', 'gateway'), env: environment, execArgv: [] });
    this.#child.setMaxListeners(0);
  }

  /** What the command prints; rejects when it fails. */
  async run(args: readonly string[]): Promise<string> {
    const id = (this.#commands += 1);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const hear = (answer: Answer): void => {
      if (answer.id !== id) return;
      if (answer.printed === undefined) reject(new Error(`gateway ${args.join(' ')} failed: ${answer.error ?? ''}`));
      else resolve(answer.printed);
    };
    const end = (code: number | null): void =>
      reject(new Error(`gateway ${args.join(' ')}: its process ended (exit code ${code})`));
    this.#child.on('message', hear).once('exit', end);
    this.#child.send({ id, args });
    try {
      return await promise;
    } finally {
      this.#child.off('message', hear).off('exit', end);
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
