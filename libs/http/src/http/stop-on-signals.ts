import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '@ci/observability';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** How a service comes to its end. */
export interface StopOptions {
  readonly logger: Logger;
  /** How long it goes on serving while balancers turn away from it. */
  readonly drainMs: number;
  /** How long it then may take to finish. */
  readonly timeoutMs: number;
  /** Called when draining begins: from then on, reports that it is not ready any more. */
  readonly stopAccepting: () => void;
}

/**
 * Lets a signal end the process in order: first it drains, with everything still at work, then Nest's hooks run, then it exits with 0.
 * After the time limit it exits with 1 whatever is still going on.
 */
export function stopOnSignals(app: INestApplicationContext, options: StopOptions): void {
  let stopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      options.logger.info({ signal }, 'stopping');
      void stop(app, options);
    });
  }
}

async function stop(
  app: INestApplicationContext,
  { logger, drainMs, timeoutMs, stopAccepting }: StopOptions,
): Promise<void> {
  const limit = setTimeout(() => {
    logger.error({ timeoutMs }, 'stopping took too long');
    process.exit(1);
  }, drainMs + timeoutMs);
  stopAccepting();
  const code = await delay(drainMs)
    .then(() => app.close())
    .then(
      () => 0,
      (err: unknown) => {
        logger.error({ err }, 'stopping failed');
        return 1;
      },
    );
  clearTimeout(limit);
  process.exit(code);
}
