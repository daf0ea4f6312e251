import { until } from './until.ts';

describe('until', () => {
  it('resolves with the first truthy value', async () => {
    const answers = [undefined, 0, '', 'third'];
    expect(await until(() => answers.shift(), { intervalMs: 1 })).toBe('third');
    expect(answers).toEqual([]);
  });

  it('waits for conditions that promise their value', async () => {
    let asked = 0;
    expect(await until(() => Promise.resolve(++asked === 3 && asked), { intervalMs: 1 })).toBe(3);
  });

  it('asks again after an error', async () => {
    let asked = 0;
    const value = await until(
      () => {
        asked += 1;
        if (asked < 3) throw new Error('not yet');
        return asked;
      },
      { intervalMs: 1 },
    );
    expect(value).toBe(3);
  });

  it('rejects at the deadline with the description and the last error', async () => {
    const never = until(() => Promise.reject(new Error('relation "calls" does not exist')), {
      timeoutMs: 30,
      intervalMs: 5,
      describe: () => 'one call',
    });
    await expect(never).rejects.toThrow(/30 ms .* one call; last error: relation "calls" does not exist/);
  });

  it('does not blame an error that was followed by an answer', async () => {
    let asked = 0;
    const never = until(
      () => {
        asked += 1;
        if (asked === 1) throw new Error('starting');
        return false;
      },
      { timeoutMs: 500, intervalMs: 5, describe: 'readiness' },
    );
    await expect(never).rejects.toThrow(/^Waited 500 ms in vain for readiness$/);
  });

  it('rejects at the deadline although the condition never settles', async () => {
    const never = until(() => new Promise<boolean>(() => undefined), { timeoutMs: 30 });
    await expect(never).rejects.toThrow(/the condition itself did not answer/);
  });
});
