import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageModel, LlmAccess } from '../llm-engine/language-model.ts';
import { isQuestion, type Question, type Reply } from './asked-parent.ts';
import type { EngineAnswer, EngineRunner } from './engine-answer.ts';
import { lowerPriority } from './lower-priority.ts';
import { processorLimitMs, SpentTime } from './spent-time.ts';

export interface EngineProcessOptions {
  /** With waiting of whatever kind. Who runs out of it may be tried again. */
  readonly timeoutMs: number;
  /** Processor time for a call of so many characters. Who runs out of it would run out of it again. */
  readonly processorLimitMs?: (characters: number) => number;
  /** A transcript of 10 MB takes a few hundred; a process that needs more is stopped before the machine runs out of memory. */
  readonly maxHeapMb?: number;
  readonly childFile?: URL;
  /** As of `lowerPriority`; default: 0. */
  readonly priority?: number;
  /** The language model, if it is to write the summaries. What asks it runs here: the process gets neither key nor network. */
  readonly llm?: LlmAccess;
}

/**
 * The engine in a separate process: started with the first call, and again after a crash, a time-out or an abort ended it. Not a thread:
 * V8 may answer exhausted memory of a thread by ending the whole process, and with it the service.
 */
export class EngineProcess implements EngineRunner {
  #child: ChildProcess | undefined;
  #starts = 0;
  #spent: SpentTime | undefined;

  constructor(private readonly options: EngineProcessOptions) {}

  /** How many processes there have been. */
  get starts(): number {
    return this.#starts;
  }

  async analyse(input: string, signal: AbortSignal, workspaceId: string): Promise<EngineAnswer> {
    this.#spent = undefined;
    if (signal.aborted) return { kind: 'aborted' };
    const { timeoutMs, llm } = this.options;
    const child = (this.#child ??= this.#start());
    const over = new AbortController();
    const model = llm?.open({ workspaceId, signal: AbortSignal.any([signal, over.signal]) });
    const processorMs = (this.options.processorLimitMs ?? processorLimitMs)(input.length);
    const spent = (this.#spent = new SpentTime(child.pid));
    const answer = await answerOf(child, input, { signal, timeoutMs, processorMs, spent, over, model });
    // As long as there is a process to ask.
    spent.processorMs();
    // Only a process that sent an answer is idle and may be used again.
    if (answer.kind !== 'analysed' && answer.kind !== 'nothing-to-analyse') await this.close();
    return answer;
  }

  spentMs(): number {
    return this.#spent?.totalMs() ?? 0;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  #start(): ChildProcess {
    this.#starts += 1;
    const { llm } = this.options;
    const args = llm === undefined ? [] : [JSON.stringify(llm.settings)];
    const child = fork(fileURLToPath(this.options.childFile ?? ownChildFile()), args, {
      execArgv: [`--max-old-space-size=${String(this.options.maxHeapMb ?? 1_024)}`],
      // It needs no secret of the process, and what it prints of a crash may quote the call.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // A separate session, which can wait for the other ones. It ends with the channel to its parent.
      detached: process.platform === 'linux',
    });
    if (child.pid !== undefined && this.options.priority) lowerPriority(child.pid, this.options.priority);
    // Without a listener an error would end the service. A process that ended is forgotten, also between two calls.
    return child
      .on('error', () => undefined)
      .on('exit', () => {
        if (this.#child === child) this.#child = undefined;
      });
  }
}

interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly processorMs: number;
  readonly spent: SpentTime;
  /** Aborted with the answer. */
  readonly over: AbortController;
  readonly model: LanguageModel | undefined;
}

async function answerOf(
  child: ChildProcess,
  input: string,
  { signal, timeoutMs, processorMs, spent, over, model }: Limits,
): Promise<EngineAnswer> {
  try {
    return await new Promise<EngineAnswer>((resolve) => {
      const failed = (problem: string) => resolve({ kind: 'failed', problem });
      const listen = (event: string, listener: (...values: unknown[]) => void) => {
        child.on(event, listener);
        over.signal.addEventListener('abort', () => child.off(event, listener));
      };
      listen('message', (message) => {
        if (isQuestion(message)) void replyTo(child, message, spent.waitingFor(answerTo(message, model)), over.signal);
        else resolve(message as EngineAnswer);
      });
      listen('error', (error) => failed(`the process failed: ${codeOf(error)}`));
      listen('exit', (code, killedBy) => failed(`the process ended with ${String(code ?? killedBy)}`));
      const timer = setTimeout(() => failed('took too long'), timeoutMs);
      const watch = setInterval(() => {
        if (spent.processorMs() > processorMs)
          resolve({ kind: 'failed', problem: `took more than ${seconds(processorMs)} of processor time`, final: true });
      }, watchMs);
      over.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        clearInterval(watch);
      });
      signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { signal: over.signal });
      child.send(input, (error) => {
        if (error !== null) failed(`the process did not take the call: ${codeOf(error)}`);
      });
    });
  } finally {
    over.abort();
  }
}

const watchMs = 250;
const seconds = (ms: number) => `${String(Math.round(ms / 1_000))} s`;

const answerTo = async ({ request }: Question, model: LanguageModel | undefined) => model?.complete(request);

async function replyTo(
  child: ChildProcess,
  { id }: Question,
  answered: ReturnType<typeof answerTo>,
  over: AbortSignal,
): Promise<void> {
  const answer = await answered;
  if (answer === undefined || over.aborted || !child.connected) return;
  const reply: Reply = { kind: 'reply', id, answer };
  // Should it have ended meanwhile, its exit reports that.
  child.send(reply, () => undefined);
}

/** Built, the child's file ends as this one does in .js; from the sources both are .ts, which Node reads as it is. */
function ownChildFile(): URL {
  return new URL(`../engine-child${extname(import.meta.url)}`, import.meta.url);
}

/** Not its message: it may quote the call. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  return code ?? name ?? 'unknown';
}
