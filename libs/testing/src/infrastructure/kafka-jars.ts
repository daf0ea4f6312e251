import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.ts';
import { MissingPrerequisite } from './missing-prerequisite.ts';

const run = promisify(execFile);

export interface KafkaJarsOptions {
  /** The folder with the pinned pom.xml. */
  readonly kafkaFolder: string;
  /** One folder per Kafka version is kept in here, shared by the start command and all tests. */
  readonly cacheFolder: string;
  readonly log: (line: string) => void;
}

/** The folder with Kafka's jars: fetched from Maven Central once per version of the pom. */
export async function kafkaJars({ kafkaFolder, cacheFolder, log }: KafkaJarsOptions): Promise<string> {
  const pom = join(kafkaFolder, 'pom.xml');
  const content = await readFile(pom, 'utf8');
  const version = /<kafka\.version>([^<]+)</.exec(content)?.[1];
  if (version === undefined) throw new Error(`${pom} names no kafka.version.`);
  const folder = join(cacheFolder, version);
  const hash = createHash('sha256').update(content).digest('hex');

  if (await isComplete(folder, hash)) return folder;
  await withFileLock(`${folder}.lock`, async () => {
    if (await isComplete(folder, hash)) return; // another process fetched them meanwhile
    log(`fetching Apache Kafka ${version} from Maven Central (43 MB)`);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await copyDependencies(pom, unfinished);
    await writeFile(join(unfinished, marker), hash);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  });
  return folder;
}

const marker = 'pom.sha256';

async function isComplete(folder: string, hash: string): Promise<boolean> {
  return (await readFile(join(folder, marker), 'utf8').catch(() => '')) === hash;
}

async function copyDependencies(pom: string, outputDirectory: string): Promise<void> {
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${outputDirectory}`];
  try {
    await run('mvn', args, { timeout: 600_000, env: process.env });
  } catch (cause) {
    const failure = cause as NodeJS.ErrnoException & { stdout?: string };
    if (failure.code === 'ENOENT') {
      throw new MissingPrerequisite(
        'Maven is missing (it fetches Kafka once). On Debian or Ubuntu: apt-get install maven',
        {
          cause,
        },
      );
    }
    throw new Error(`Maven could not fetch Kafka:\n${(failure.stdout ?? '').slice(-2000)}`, { cause });
  }
  if (!(await readdir(outputDirectory)).some((file) => file.startsWith('kafka_2.13-'))) {
    throw new Error(`Maven ended well but left no Kafka in ${outputDirectory}.`);
  }
}
