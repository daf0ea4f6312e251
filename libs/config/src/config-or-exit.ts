import { ConfigError } from './load-config.ts';

/** The configuration of a process that starts; where it cannot be used, one line that names the variables, and the process ends with 1. */
export function configOrExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
