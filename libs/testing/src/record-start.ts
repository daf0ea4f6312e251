import { appendFileSync } from 'node:fs';

/** One start of something that takes time, as `npm test` reads it: a line of JSON each in TEST_STARTS_FILE. */
export interface RecordedStart {
  readonly what: string;
  readonly ms: number;
  /** The test file that asked for it; undefined for the run itself. */
  readonly by: string | undefined;
}

/** Measures a start for the reader of TEST_STARTS_FILE; without it, only starts. */
export async function recordStart<Started>(what: string, start: () => Promise<Started>): Promise<Started> {
  const begun = performance.now();
  try {
    return await start();
  } finally {
    noteStart(what, performance.now() - begun);
  }
}

/** Of a start that was measured otherwise. */
export function noteStart(what: string, ms: number): void {
  const file = process.env['TEST_STARTS_FILE'] ?? '';
  if (file === '') return;
  const start: RecordedStart = { what, ms: Math.round(ms), by: testFile() };
  appendFileSync(file, `${JSON.stringify(start)}\n`);
}

function testFile(): string | undefined {
  const jest = globalThis as { expect?: { getState?: () => { readonly testPath?: string } } };
  return jest.expect?.getState?.().testPath;
}
