import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EngineAnswer, EngineRunner } from './engine-answer.ts';

export interface EngineThreadOptions {
  readonly timeoutMs: number;
  /** A transcript of 10 MB takes a few hundred; whoever wants more is stopped before it takes the service along. */
  readonly maxHeapMb?: number;
  readonly workerFile?: URL;
}

/** The engine in a thread of its own: started with the first call, and again after a crash, a time-out or an abort ended it. */
export class EngineThread implements EngineRunner {
  #worker: Worker | undefined;
  #starts = 0;

  constructor(private readonly options: EngineThreadOptions) {}

  /** How many threads there have been. */
  get starts(): number {
    return this.#starts;
  }

  async analyse(input: string, signal: AbortSignal): Promise<EngineAnswer> {
    if (signal.aborted) return { kind: 'aborted' };
    const worker = (this.#worker ??= this.#start());
    const answer = await answerOf(worker, input, { signal, timeoutMs: this.options.timeoutMs });
    // Only a thread that answered by itself is idle and may be used again.
    if (answer.kind !== 'analysed' && answer.kind !== 'nothing-to-analyse') await this.close();
    return answer;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    this.#starts += 1;
    const worker = new Worker(this.options.workerFile ?? ownWorkerFile(), {
      resourceLimits: { maxOldGenerationSizeMb: this.options.maxHeapMb ?? 1_024 },
      // It needs no secret and no flag of the process.
      env: {},
      execArgv: [],
    });
    // Without a listener an error would end the process. A thread that ended is forgotten, also between two calls.
    return worker
      .on('error', () => undefined)
      .on('exit', () => {
        if (this.#worker === worker) this.#worker = undefined;
      });
  }
}

interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function answerOf(worker: Worker, input: string, { signal, timeoutMs }: Limits): Promise<EngineAnswer> {
  const over = new AbortController();
  try {
    return await new Promise<EngineAnswer>((resolve) => {
      const failed = (problem: string) => resolve({ kind: 'failed', problem });
      const listen = (event: string, listener: (value: unknown) => void) => {
        worker.once(event, listener);
        over.signal.addEventListener('abort', () => worker.off(event, listener));
      };
      listen('message', (answer) => resolve(answer as EngineAnswer));
      listen('error', (error) => failed(`the thread ended: ${codeOf(error)}`));
      listen('exit', (code) => failed(`the thread ended with ${String(code)}`));
      const timer = setTimeout(() => failed('took too long'), timeoutMs);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
      signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { signal: over.signal });
      worker.postMessage(input);
    });
  } finally {
    over.abort();
  }
}

/** Built, the thread's file ends as this one does in .js; from the sources both are .ts, which Node reads as it is. */
function ownWorkerFile(): URL {
  return new URL(`./engine-worker${extname(import.meta.url)}`, import.meta.url);
}

/** Not its message: it may quote the call. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  return code ?? name ?? 'unknown';
}
