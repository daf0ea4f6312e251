import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of a run: data of Postgres and Kafka, and the logs of everything. */
export class RunFolder {
  readonly #logs = new Map<string, WriteStream>();

  private constructor(readonly path: string) {
    mkdirSync(join(path, 'logs'));
  }

  static async create(): Promise<RunFolder> {
    return new RunFolder(await mkdtemp(join(tmpdir(), 'call-intelligence-chaos-')));
  }

  log(name: string, line: string): void {
    const known = this.#logs.get(name);
    const stream = known ?? createWriteStream(join(this.path, 'logs', `${name}.log`));
    if (!known) this.#logs.set(name, stream);
    stream.write(`${line}\n`);
  }

  async write(name: string, content: unknown): Promise<void> {
    await writeFile(join(this.path, 'logs', name), JSON.stringify(content, null, 2));
  }

  /** Leaves the logs alone behind; the servers' own are among them. */
  async removeData(): Promise<void> {
    for (const server of ['postgres', 'kafka']) {
      await cp(join(this.path, server, `${server}.log`), join(this.path, 'logs', `${server}-server.log`)).catch(
        () => undefined,
      );
      await rm(join(this.path, server), { recursive: true, force: true, maxRetries: 5 });
    }
    await rm(join(this.path, 'env'), { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    for (const stream of this.#logs.values()) stream.end();
    await rm(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}
