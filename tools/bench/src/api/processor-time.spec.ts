import { existsSync } from 'node:fs';
import { processorTime } from './processor-time.ts';

const itWhereFilesTell = existsSync('/proc/self/stat') ? it : it.skip;

describe('processorTime', () => {
  itWhereFilesTell('grows with what a process computes', () => {
    const before = processorTime(process.pid) ?? NaN;
    const used = process.cpuUsage();
    const computed = (): number => {
      const { user, system } = process.cpuUsage(used);
      return (user + system) / 1000;
    };
    while (computed() < 60) JSON.stringify({ some: 'work' });
    // Counted in steps of ten milliseconds.
    expect((processorTime(process.pid) ?? NaN) - before).toBeGreaterThanOrEqual(40);
  });

  it('knows nothing of a process that is not there', () => {
    expect(processorTime(2 ** 30)).toBeUndefined();
  });
});
