import { join } from 'node:path';
import { createKey, startOwnSystem } from '../run/own-system.ts';
import { schemathesis } from './schemathesis.ts';

export interface FuzzApiOptions {
  readonly seed: number;
  readonly examples: number;
  readonly keep: boolean;
}

/** Runs schemathesis against a system of its own; gives the exit code. */
export async function fuzzApi({ seed, examples, keep }: FuzzApiOptions): Promise<number> {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  say(`seed ${seed}, ${examples} examples; repeat it with --seed ${seed}`);
  const own = await startOwnSystem(say);
  let code = 2;
  try {
    const report = join(own.folder, 'report.ndjson');
    code = await schemathesis(
      [
        'run',
        `${own.system.baseUrl}/openapi.json`,
        ...['--url', own.system.baseUrl],
        ...['--seed', String(seed), '--max-examples', String(examples)],
        ...['--report', 'ndjson', '--report-ndjson-path', report],
      ],
      { FUZZ_API_KEY: await createKey(own.system, 'fuzz') },
      say,
    );
    return code;
  } finally {
    const kept = keep || code !== 0;
    await own.stop({ keepLogs: kept });
    if (kept) say(`logs and reports: ${own.folder}`);
  }
}
