import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.ts';

/** Lets Nest write into our log. Nest's own progress reports are details; its warnings and errors keep their level. */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: 'debug' | 'trace' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = contextOf(rest);
      const err = message instanceof Error ? message : rest.find((part) => part instanceof Error);
      const text = message instanceof Error ? message.message : String(message);
      logger[level]({ ...(context === undefined ? {} : { context }), ...(err === undefined ? {} : { err }) }, text);
    };
  return {
    log: write('debug'),
    debug: write('debug'),
    verbose: write('trace'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
}

/** Nest passes the name of the class that speaks as the last argument. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && !last.includes('\n') ? last : undefined;
}
