import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '../logging/logger.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Lets a signal end the process in order: Nest's hooks run, then it exits with 0. After the time limit it exits with 1 whatever is still going on. */
export function stopOnSignals(app: INestApplicationContext, logger: Logger, timeoutMs: number): void {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      logger.info({ signal }, 'stopping');
      setTimeout(() => {
        logger.error({ timeoutMs }, 'stopping took too long');
        process.exit(1);
      }, timeoutMs).unref();
    });
  }
  app.enableShutdownHooks([...SIGNALS], { useProcessExit: true });
}
