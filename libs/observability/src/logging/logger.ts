import { pino, type DestinationStream, type Logger as PinoLogger, type LevelWithSilent } from 'pino';
import { describeError } from '@ci/errors';

/** The log of a service: one JSON object a line. */
export type Logger = PinoLogger;

/** How much is logged. */
export type LogLevel = LevelWithSilent;

/** Makes the logger of a service. It writes to stdout; of an error it writes what describes the fault, never what it was about. */
export function createLogger(
  options: { readonly service: string; readonly level: LogLevel },
  destination?: DestinationStream,
): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
  };
  return destination === undefined ? pino(settings) : pino(settings, destination);
}
