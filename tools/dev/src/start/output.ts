import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readableLine } from './log-lines.ts';
import { paths } from './paths.ts';

/** Where words for the person at the terminal go, and where the services' logs go. They may hold a key only in the first. */
export interface Output {
  readonly say: (text: string) => void;
  readonly log: (service: string, line: string) => void;
}

/** Everything to this terminal. */
export function terminalOutput(): Output {
  const colour = process.stdout.isTTY;
  return {
    say: (text) => void process.stdout.write(`${text}\n`),
    log: (service, line) => void process.stdout.write(`${readableLine(service, line, { colour })}\n`),
  };
}

/** Words to the process that waits for us (while it does), logs to `.data/logs/system.log`. */
export function detachedOutput(): Output {
  mkdirSync(dirname(paths.log), { recursive: true });
  const file = createWriteStream(paths.log, { flags: 'a' });
  return {
    say: (text) => {
      if (process.connected) process.send?.({ say: text });
    },
    log: (service, line) => void file.write(`${readableLine(service, line, { colour: false })}\n`),
  };
}
