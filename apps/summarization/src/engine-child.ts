import { randomBytes } from 'node:crypto';
import { NothingToAnalyse, type AnalysisInput, type SummaryEngine } from './engine/summary-engine.ts';
import type { ModelSettings } from './llm-engine/language-model.ts';
import { LlmEngine } from './llm-engine/llm-engine.ts';
import { AskedParent } from './analyse-call/asked-parent.ts';
import type { EngineAnswer } from './analyse-call/engine-answer.ts';
import { loadEngine } from './analyse-call/load-engine.ts';

/** The engine's own process: an analysis takes what time it needs here, and HTTP and messages never wait for it. It ends with its parent. */
const loading = load();
// Reported with the first call, which cannot be analysed then; without a listener it would end the process before.
loading.catch(() => undefined);

// It has a separate session: no signal to its parent's group reaches it.
process.on('disconnect', () => process.exit());

process.on('message', (message: unknown) => {
  if (typeof message === 'string') void analyse(message).then((answer) => process.send?.(answer));
});

/** With settings of a language model it writes the summaries, by way of the parent: there are the network, the key and the caps. */
async function load(): Promise<{ readonly embedded: SummaryEngine; readonly chosen: SummaryEngine }> {
  const embedded = await loadEngine();
  const [, , settings] = process.argv;
  if (settings === undefined) return { embedded, chosen: embedded };
  const chosen = new LlmEngine({
    embedded,
    model: new AskedParent(process),
    settings: JSON.parse(settings) as ModelSettings,
    newNonce: () => randomBytes(16).toString('hex'),
  });
  return { embedded, chosen };
}

type StoredInput = AnalysisInput & { readonly startedAt: string; readonly background?: boolean };

async function analyse(input: string): Promise<EngineAnswer> {
  try {
    // A transcript comes from the database as JSON: it is parsed here.
    const { startedAt, background, ...rest } = JSON.parse(input) as StoredInput;
    const { embedded, chosen } = await loading;
    // What an operator asks for spends none of the workspace's tokens.
    const engine = background === true ? embedded : chosen;
    const { fallen_back, ...result } = await engine.analyse({ ...rest, startedAt: new Date(startedAt) });
    if (fallen_back === undefined) {
      return { kind: 'analysed', result, engine: { name: engine.name, version: engine.version } };
    }
    const writer = { ...fallen_back.engine, fallback_reason: fallen_back.reason };
    return { kind: 'analysed', result, engine: writer, fallback: fallen_back.detail };
  } catch (error) {
    if (error instanceof NothingToAnalyse) return { kind: 'nothing-to-analyse' };
    return { kind: 'failed', problem: describe(error) };
  }
}

/** Without the message: it may quote what was said on the call, and this goes to the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is not an error was thrown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 10)].join('\n');
}
