import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@ci/testing/system';

/** Runs a built program of a service with nothing but these variables, to its end. */
export async function runProgram(
  service: ServiceName,
  program: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
) {
  const child = spawn(process.execPath, [`dist/${program}.js`, ...args], {
    cwd: fileURLToPath(new URL(`../../${service}`, import.meta.url)),
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, out: await out, err: await err };
}
