import { QueryFailedError } from 'typeorm';
import { createLogger } from './logger.ts';
import { nestLogger } from './nest-logger.ts';

const recording = () => {
  const entries: Record<string, unknown>[] = [];
  const logger = createLogger(
    { service: 'things', level: 'debug' },
    { write: (line: string) => void entries.push(JSON.parse(line) as never) },
  );
  return { entries, logger };
};

describe('the log', () => {
  it('is one JSON object a line with service, level and time', () => {
    const { entries, logger } = recording();
    logger.info({ a: 1 }, 'hello');
    expect(entries).toEqual([
      { level: 'info', service: 'things', msg: 'hello', a: 1, time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown },
    ]);
  });

  it('tells of a database error what failed and not about whom', () => {
    const { entries, logger } = recording();
    const driverError = Object.assign(new Error('duplicate key: jane@example.test'), {
      code: '23505',
      detail: 'Key (email)=(jane@example.test)',
      constraint: 'one_email',
    });
    const err = new Error('could not store', {
      cause: new QueryFailedError('INSERT $1', ['jane@example.test'], driverError),
    });
    logger.error({ err }, 'failed');
    expect(entries[0]).toMatchObject({
      err: {
        type: 'Error',
        message: 'could not store',
        cause: { code: '23505', constraint: 'one_email', message: 'database error 23505' },
      },
    });
    expect(JSON.stringify(entries)).not.toContain('jane');
    expect(JSON.stringify(entries)).toContain('logging.spec');
  });

  it('leaves requests and answers out', () => {
    const { entries, logger } = recording();
    logger.info({ req: { headers: { authorization: 'Bearer x' } }, res: {} }, 'x');
    expect(JSON.stringify(entries)).not.toContain('Bearer');
  });

  it('takes what Nest says: progress as a detail, warnings and errors as they are', () => {
    const { entries, logger } = recording();
    const nest = nestLogger(logger);
    nest.log('started', 'NestFactory');
    nest.warn('careful', 'Router');
    nest.error(new Error('broken'), 'stack\n at x', 'Injector');
    expect(entries).toMatchObject([
      { level: 'debug', msg: 'started', context: 'NestFactory' },
      { level: 'warn', msg: 'careful', context: 'Router' },
      { level: 'error', msg: 'broken', context: 'Injector', err: { type: 'Error' } },
    ]);
  });
});
