import { Logger } from '@nestjs/common';
import { AwaitedDependencies, type Absence } from './awaited-dependencies.ts';

class NotThere extends Error {
  constructor(readonly absence: Absence) {
    super('not there');
  }
}

const absenceOf = (error: unknown): Absence | undefined => (error instanceof NotThere ? error.absence : undefined);
const database = { dependency: 'database', reason: 'connect ECONNREFUSED' };
const migrations = { dependency: 'migrations', reason: 'run them' };

let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void lines.push(String(line)));
  jest.spyOn(Logger.prototype, 'log').mockImplementation((line: unknown) => void lines.push(String(line)));
});
afterEach(() => jest.restoreAllMocks());

/** Fails with these, one after another, then succeeds. */
function failing(...absences: readonly Absence[]): () => Promise<void> {
  const left = [...absences];
  return async () => {
    const absence = left.shift();
    if (absence !== undefined) throw new NotThere(absence);
  };
}

describe('what a starting service waits for', () => {
  it('is told once when the wait begins and once when it ends, however many try and however often', async () => {
    const awaited = new AwaitedDependencies();
    const { signal } = new AbortController();
    const other = { ...database, reason: 'connect ECONNRESET' };
    await Promise.all([
      awaited.until(failing(database, other, migrations), absenceOf, signal),
      awaited.until(failing(database), absenceOf, signal),
    ]);
    expect(lines).toEqual([
      'waiting for the database: connect ECONNREFUSED',
      'waiting for the migrations: run them',
      'no longer waiting for the database',
      'no longer waiting for the migrations',
    ]);
    expect(awaited.names).toEqual([]);
  });

  it('has a line for each cause that somebody has to mend, and one name in readiness', async () => {
    const awaited = new AwaitedDependencies();
    const { signal } = new AbortController();
    const what = (variable: string) => `database of ${variable}, which refuses its password`;
    const refusal = (variable: string) => ({
      dependency: 'database_credentials',
      what: what(variable),
      reason: 'mend it',
    });
    let names: readonly string[] = [];
    const attempt = failing(database, refusal('A'), refusal('A'), refusal('B'));
    const noting = () => {
      if (awaited.names.length > 0) names = awaited.names;
      return attempt();
    };
    await awaited.until(noting, absenceOf, signal);
    expect(lines).toEqual([
      'waiting for the database: connect ECONNREFUSED',
      `waiting for the ${what('A')}: mend it`,
      'no longer waiting for the database',
      `waiting for the ${what('B')}: mend it`,
      `no longer waiting for the ${what('A')}`,
      `no longer waiting for the ${what('B')}`,
    ]);
    expect(names).toEqual(['database_credentials']);
  });

  it('is named as long as somebody waits for it', async () => {
    const awaited = new AwaitedDependencies();
    const stop = new AbortController();
    const waiting = awaited.until(() => Promise.reject(new NotThere(database)), absenceOf, stop.signal);
    while (awaited.names.length === 0) await Promise.resolve();
    expect(awaited.names).toEqual(['database']);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'StartAborted' });
    expect(awaited.names).toEqual([]);
  });

  it('is not what does not pass by itself', async () => {
    const awaited = new AwaitedDependencies();
    const wrong = new Error('wrong password');
    const { signal } = new AbortController();
    await expect(awaited.until(() => Promise.reject(wrong), absenceOf, signal)).rejects.toBe(wrong);
    expect(lines).toEqual([]);
  });
});
