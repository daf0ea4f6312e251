import { run } from './run.ts';

/**
 * What would break a client of the first document when the service speaks the second, by oasdiff; empty when nothing would. Warnings count: a parameter
 * that is gone is one, and here it would be answered 400.
 */
export async function incompatibleChanges(oasdiff: string, released: string, current: string): Promise<string> {
  const { code, output } = await run(
    oasdiff,
    ['breaking', released, current, '--fail-on', 'WARN', '--color', 'never'],
    {
      answers: [0, 1],
    },
  );
  return code === 0 ? '' : output.trim();
}
