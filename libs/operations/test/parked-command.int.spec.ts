import type { TestDatabase } from '@ci/testing';
import { openOperations } from '../src/open-operations.ts';
import { operationsProgram } from '../src/program.ts';
import { ids, operatedDatabase } from './operated-database.ts';

const secret = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

describe('parked', () => {
  let database: TestDatabase;
  beforeEach(async () => void (database = await operatedDatabase()));
  afterEach(() => database.drop());

  /** What a command prints: on stdout, and on stderr. */
  const run = async (...args: string[]): Promise<{ printed: string; noted: string }> => {
    const [printed, noted]: [string[], string[]] = [[], []];
    const operations = openOperations(
      { service: 'contacts', messaging: true },
      { WORKER_DATABASE_URL: database.urls.worker, INTERNAL_TOKEN_KEYS: secret },
    );
    const program = operationsProgram({
      ...operations,
      actor: 'ann',
      print: (line) => void printed.push(line),
      note: (line) => void noted.push(line),
    });
    program.configureOutput({ writeErr: () => undefined });
    for (const command of program.commands.flatMap((one) => [one, ...one.commands])) {
      command.configureOutput({ writeErr: () => undefined });
    }
    await program.parseAsync(['parked', ...args], { from: 'user' });
    return { printed: printed.join('\n'), noted: noted.join('\n') };
  };
  const actions = (): Promise<unknown[]> =>
    database.dataSource.query('SELECT actor, action, target, reason FROM operator_actions ORDER BY id');

  it('list shows a table, or JSON; neither names anybody nor tells the error', async () => {
    const { printed, noted } = await run('list');
    expect(printed).toMatch(/in-1 +call_1 +call\.ended +failed +TypeError +5 +by hand/);
    expect(printed).toMatch(/in-2 +call_1 +call\.ended +waiting +– +0 +in its turn/);
    expect(printed).toMatch(/out-12 +con_1 +contact\.created +refused +MESSAGE_TOO_LARGE/);
    expect(noted).toBe('3 parked under 2 keys in all, 3 shown.');
    const json = (await run('list', '--json', '--side', 'consumer', '--limit', '1')).printed;
    expect(JSON.parse(json)).toMatchObject([{ id: 'in-1', message_id: ids.first, offset: '7', next_attempt_at: null }]);
    expect(printed + json).not.toMatch(/Marcus|Dana|cannot read/);
  });

  it.each([
    ['--key', 'con_1', ['out-12']],
    ['--topic', 'call.ended', ['in-1', 'in-2']],
    ['--workspace', 'wsp_2', []],
    ['--side', 'relay', ['out-12']],
  ])('list %s %s', async (option, value, expected) => {
    const { printed } = await run('list', option, value, '--json');
    expect((JSON.parse(printed) as { id: string }[]).map(({ id }) => id)).toEqual(expected);
  });

  it('show gives headers, error and size, and the payload only when it is asked for, recorded', async () => {
    const { printed } = await run('show', ids.first);
    expect(printed).toMatch(/error_message +cannot read/);
    expect(printed).toMatch(/header ce_type +call\.ended/);
    expect(JSON.parse((await run('show', 'in-1', '--json')).printed)).toMatchObject({ bytes: 11, headers: {} });
    expect(printed).not.toContain('Marcus');
    expect(await actions()).toEqual([]);
    expect((await run('show', 'in-1', '--payload', '--actor', 'bob')).printed).toBe('Marcus Webb');
    expect((await run('show', 'out-12', '--payload')).printed).toBe('Marcus Webb');
    expect(await actions()).toMatchObject([
      { actor: 'bob', action: 'parked.reveal', target: { id: 'in-1' } },
      { actor: 'ann', target: { id: 'out-12' } },
    ]);
    await expect(run('show', 'in-77')).rejects.toThrow('Nothing is parked under in-77.');
  });

  it('retry makes the first message of a key due, and puts what was refused back into the outbox', async () => {
    expect((await run('retry', ids.second)).printed).toBe('1 to be handled again, each with what waits behind it.');
    const [{ due }] = await database.dataSource.query(
      'SELECT next_attempt_at <= now() AS due FROM parked_messages ORDER BY id',
    );
    expect(due).toBe(true);
    expect((await run('retry', '--all')).printed).toMatch(/1 to be handled again.*\n1 to be sent again\./);
    expect(await database.dataSource.query('SELECT id, key FROM outbox')).toEqual([{ id: '12', key: 'con_1' }]);
    expect(await actions()).toMatchObject([{ action: 'parked.retry', target: { message: ids.second } }, {}]);
  });

  it('skip removes one message and keeps why', async () => {
    const { printed } = await run('skip', '--key', 'call_1', '--reason', 'sent twice');
    expect(printed).toBe(`Skipped in-1: message ${ids.first}, call.ended[3] offset 7.`);
    expect((await run('skip', 'out-12', '--reason', 'too large')).noted).toMatch(/never sent/);
    expect(JSON.parse((await run('list', '--json')).printed)).toMatchObject([{ id: 'in-2' }]);
    expect(await actions()).toMatchObject([
      {
        action: 'parked.skip',
        reason: 'sent twice',
        target: { messageId: ids.first, topic: 'call.ended', offset: '7' },
      },
      { reason: 'too large' },
    ]);
  });

  it.each([
    ['skip without a reason', ['skip', 'in-1'], /--reason/],
    ['skip with an empty one', ['skip', 'in-1', '--reason', ' '], /Give a reason/],
    ['skip of nothing', ['skip', '--reason', 'r'], /Name a message/],
    ['skip of two things', ['skip', 'in-1', '--key', 'call_1', '--reason', 'r'], /Name a message/],
    ['skip of what is not there', ['skip', 'in-9', '--reason', 'r'], /Nothing is parked/],
    ['retry of nothing', ['retry'], /Name a message/],
    ['retry of two things', ['retry', '--all', '--key', 'call_1'], /Name a message/],
    ['retry of what is not there', ['retry', '--key', 'call_9'], /Nothing to retry/],
    ['an unknown side', ['list', '--side', 'left'], /consumer, relay/],
    ['a limit that is none', ['list', '--limit', '0'], /whole number/],
  ])('refuses %s, and changes nothing', async (_name, args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
    expect((await run('list')).noted).toBe('3 parked under 2 keys in all, 3 shown.');
  });
});
