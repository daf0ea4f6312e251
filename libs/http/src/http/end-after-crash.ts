import type { Logger } from '@ci/observability';

/**
 * For a part that ended for good, such as a consumer: the process stops in order and exits with 1, so that its supervisor starts it
 * again. A service that only answers HTTP would look alive.
 */
export function endAfterCrash(logger: Logger): (error: Error) => void {
  return (error) => {
    logger.fatal({ err: error }, 'a component of the service failed for good; stopping');
    process.on('exit', () => (process.exitCode = 1));
    process.kill(process.pid, 'SIGTERM');
  };
}
