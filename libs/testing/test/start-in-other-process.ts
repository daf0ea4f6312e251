import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const infrastructure = join(import.meta.dirname, '..', 'src', 'infrastructure');

/** A server that belongs to another Node process, which can be killed without a chance to clean up. */
export async function startInOtherProcess(file: string, start: string, options: { dataDir: string }) {
  const program = `
    import { ${start} } from ${JSON.stringify(join(infrastructure, file))};
    const server = await ${start}({ ...${JSON.stringify(options)}, log: () => undefined });
    process.stdout.write(String(server.pid));
    setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(owner.stdout, 'data')) as [Buffer];
  return { pid: Number(pid), kill: () => owner.kill('SIGKILL') };
}
