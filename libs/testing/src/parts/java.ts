import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MissingPrerequisite } from './missing-prerequisite.ts';

const run = promisify(execFile);
const howToInstall = 'On Debian or Ubuntu: apt-get install openjdk-17-jre-headless maven';

/** The `java` of this machine; an error that says what to install when there is none or it is too old for Kafka 4. */
export async function javaCommand(): Promise<string> {
  const home = process.env['JAVA_HOME'];
  const command = home === undefined || home === '' ? 'java' : join(home, 'bin', 'java');
  const version = await majorVersionOf(command);
  if (version < 17)
    throw new MissingPrerequisite(`Kafka needs Java 17 or later, ${command} is version ${version}. ${howToInstall}`);
  return command;
}

async function majorVersionOf(command: string): Promise<number> {
  try {
    const { stderr } = await run(command, ['-version'], { env: process.env });
    // openjdk version "17.0.15" 2025-04-15; Java 8 calls itself "1.8.0"
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch (cause) {
    throw new MissingPrerequisite(`Java is missing (Kafka runs on it): ${command} cannot be run. ${howToInstall}`, {
      cause,
    });
  }
}
