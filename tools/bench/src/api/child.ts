import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load, LoadResult } from './load-generator.ts';

/** A program of this folder as a process that speaks in messages and ends with this one. */
export class Child {
  private constructor(private readonly child: ChildProcess) {}

  static start(program: string, environment: Readonly<Record<string, string>> = {}): Child {
    const { NODE_OPTIONS: _ofThisProcess, ...inherited } = process.env;
    return new Child(
      fork(join(import.meta.dirname, `${program}.js`), {
        env: { ...inherited, ...environment },
        serialization: 'json',
      }),
    );
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  /** The next message; rejects when the process ends instead. */
  async message<T>(): Promise<T> {
    const gone = new AbortController();
    try {
      return await Promise.race([
        once(this.child, 'message', { signal: gone.signal }).then(([message]) => message as T),
        once(this.child, 'exit', { signal: gone.signal }).then(([code]) => {
          throw new Error(`a process of the benchmark ended unexpectedly (exit code ${String(code)})`);
        }),
      ]);
    } finally {
      gone.abort();
    }
  }

  send(message: object): void {
    this.child.send(message);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** The process that sends the requests. */
export class LoadGenerator {
  private readonly child = Child.start('load-generator');

  get pid(): number {
    return this.child.pid;
  }

  async run(load: Load): Promise<LoadResult> {
    const answer = this.child.message<{ readonly result?: LoadResult; readonly error?: string }>();
    this.child.send(load);
    const { result, error } = await answer;
    if (result === undefined) throw new Error(error ?? 'the load generator gave no result');
    return result;
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}

/** The server that everything is compared with, on the system's own tables. */
export class BareServer {
  private constructor(
    private readonly child: Child,
    readonly origin: string,
  ) {}

  static async start(databaseUrl: string): Promise<BareServer> {
    const child = Child.start('bare-server', { BARE_DATABASE_URL: databaseUrl });
    const { port } = await child.message<{ readonly port: number }>();
    return new BareServer(child, `http://127.0.0.1:${port}`);
  }

  get pid(): number {
    return this.child.pid;
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}
