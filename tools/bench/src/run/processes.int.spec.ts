import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { peakMemory, processorTime, residentMemory } from './processes.ts';

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

describe('peakMemory', () => {
  itWhereFilesTell('is what the biggest child has held, also when it has let go of it', async () => {
    const child = spawn(
      process.execPath,
      ['-e', `Buffer.alloc(150e6, 1); console.log('held'); process.stdin.resume()`],
      {
        env: {},
      },
    );
    await once(child.stdout, 'data');
    expect(peakMemory(process.pid)).toBeGreaterThan(150e6);
    child.kill();
    await once(child, 'exit');
  });

  it('knows nothing of a process without children', () => {
    expect(peakMemory(2 ** 30)).toBeUndefined();
  });
});

describe('residentMemory', () => {
  itWhereFilesTell('grows with what a process holds', () => {
    const before = residentMemory(process.pid) ?? NaN;
    const held = Buffer.alloc(150e6, 1);
    expect((residentMemory(process.pid) ?? NaN) - before).toBeGreaterThan(100e6);
    expect(held.at(-1)).toBe(1);
  });

  it('knows nothing of a process that is not there', () => {
    expect(residentMemory(2 ** 30)).toBeUndefined();
  });
});
