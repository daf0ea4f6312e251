import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingPrerequisite } from './missing-prerequisite.ts';

const run = promisify(execFile);
const howToInstall = 'On Debian or Ubuntu: apt-get install openjdk-17-jre-headless maven';

export interface Java {
  readonly java: string;
  /** Such as 17.0.15. */
  readonly version: string;
}

/** The `java` of this machine; an error that says what to install when there is none or it is too old for Kafka 4. */
export async function findJava(): Promise<Java> {
  const home = process.env['JAVA_HOME'];
  const java = home === undefined || home === '' ? 'java' : join(home, 'bin', 'java');
  const version = await versionOf(java);
  const major = Number.parseInt(version, 10);
  if (major < 17)
    throw new MissingPrerequisite(`Kafka needs Java 17 or later, ${java} is version ${major}. ${howToInstall}`);
  return { java, version };
}

async function versionOf(command: string): Promise<string> {
  try {
    const { stderr } = await run(command, ['-version'], { env: process.env });
    // openjdk version "17.0.15" 2025-04-15; Java 8 calls itself "1.8.0"
    return /version "(\d[\w.+-]*)/.exec(stderr)?.[1] ?? '0';
  } catch (cause) {
    throw new MissingPrerequisite(`Java is missing (Kafka runs on it): ${command} cannot be run. ${howToInstall}`, {
      cause,
    });
  }
}
