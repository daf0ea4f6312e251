import { NothingToAnalyse, type AnalysisInput } from '../engine/summary-engine.ts';
import type { EngineAnswer } from './engine-answer.ts';
import { loadEngine } from './load-engine.ts';

/** The engine's own process: an analysis takes what time it needs here, and HTTP and messages never wait for it. It ends with its parent. */
const loading = loadEngine();
// Told with the first call, which cannot be analysed then; without a listener it would end the process before.
loading.catch(() => undefined);

process.on('message', (input: string) => {
  void analyse(input).then((answer) => process.send?.(answer));
});

async function analyse(input: string): Promise<EngineAnswer> {
  try {
    // A transcript comes from the database as JSON: it is parsed here.
    const { startedAt, ...rest } = JSON.parse(input) as AnalysisInput & { readonly startedAt: string };
    const engine = await loading;
    const result = await engine.analyse({ ...rest, startedAt: new Date(startedAt) });
    return { kind: 'analysed', result, engine: { name: engine.name, version: engine.version } };
  } catch (error) {
    if (error instanceof NothingToAnalyse) return { kind: 'nothing-to-analyse' };
    return { kind: 'failed', problem: describe(error) };
  }
}

/** Without the message: it may quote what was said on the call, and this goes to the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 10)].join('\n');
}
