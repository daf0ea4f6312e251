import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findJava } from '../src/infrastructure/java.ts';
import { kafkaJars } from '../src/infrastructure/kafka-jars.ts';

/** With a Maven of our own in the path: what matters here is when it is called, and what is made of its answer. */
describe('fetching Kafka', () => {
  const { PATH, JAVA_HOME } = process.env;
  let folder: string;
  let options: Parameters<typeof kafkaJars>[0];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kafka-jars-'));
    options = { kafkaFolder: folder, cacheFolder: join(folder, 'cache'), log: () => undefined };
    await writePom('4.1.2');
    await mkdir(join(folder, 'bin'));
    process.env['PATH'] = [join(folder, 'bin'), PATH].join(delimiter);
  });
  afterEach(async () => {
    process.env['PATH'] = PATH;
    if (JAVA_HOME === undefined) delete process.env['JAVA_HOME'];
    else process.env['JAVA_HOME'] = JAVA_HOME;
    await rm(folder, { recursive: true });
  });

  it('happens once, also when several ask at the same time, and again for another pom', async () => {
    await fakeMaven(`echo called >> ${folder}/calls; sleep 0.2; touch "$target/kafka_2.13-4.1.2.jar"`);
    const [first, second] = await Promise.all([kafkaJars(options), kafkaJars(options)]);
    expect(first).toBe(join(folder, 'cache', '4.1.2'));
    expect(second).toBe(first);
    await kafkaJars(options);
    expect(await calls()).toBe(1);

    await writePom('4.1.2', '<!-- another log4j -->');
    await kafkaJars(options);
    expect(await calls()).toBe(2);
    expect(await readdir(join(folder, 'cache'))).toEqual(['4.1.2']);
  });

  it('leaves nothing that would be taken for complete when it fails', async () => {
    await fakeMaven('touch "$target/half.jar"; echo "no route to host"; exit 1');
    await expect(kafkaJars(options)).rejects.toThrow(/could not fetch Kafka:\s+no route to host/);
    await fakeMaven('touch "$target/kafka_2.13-4.1.2.jar"');
    expect(await readdir(await kafkaJars(options))).toEqual(['kafka_2.13-4.1.2.jar', 'pom.sha256']);
  });

  it('takes over from a process that died while fetching', async () => {
    await fakeMaven('touch "$target/kafka_2.13-4.1.2.jar"');
    await mkdir(join(folder, 'cache'));
    await writeFile(join(folder, 'cache', '4.1.2.lock'), JSON.stringify({ pid: 999_999_999, command: 'node start' }));
    await kafkaJars(options);
  });

  it('says what to install when Maven or Java is missing, or Java is too old', async () => {
    process.env['PATH'] = join(folder, 'bin');
    delete process.env['JAVA_HOME'];
    await expect(kafkaJars(options)).rejects.toThrow(/Maven is missing .* apt-get install maven/);
    await expect(findJava()).rejects.toThrow(/Java is missing .* apt-get install openjdk-17-jre-headless/);
    await executable('java', `echo 'openjdk version "1.8.0_402"' >&2`);
    await expect(findJava()).rejects.toThrow(/needs Java 17 or later, java is version 1/);
  });

  const calls = async (): Promise<number> => (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n').length;

  async function writePom(version: string, rest = ''): Promise<void> {
    await writeFile(join(folder, 'pom.xml'), `<kafka.version>${version}</kafka.version>${rest}`);
  }

  async function fakeMaven(script: string): Promise<void> {
    await executable('mvn', `for last; do :; done; target="\${last#-DoutputDirectory=}"; ${script}`);
  }

  async function executable(name: string, script: string): Promise<void> {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, 'bin', name), 0o755);
  }
});
