import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in these; it is a constant of its interface to programs. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process and those that it started have used so far; undefined where no file reports it. */
export function processorTime(pid: number): number | undefined {
  const all = processes();
  const own = all.get(pid);
  if (own === undefined) return undefined;
  // Children that ended are in their parent's account; those that run are in their own.
  const running = [...all.values()].filter(({ parent }) => parent === pid);
  return (own.ticks + running.reduce((sum, { ticks }) => sum + ticks, 0)) * TICK_MS;
}

/** The most memory, in bytes, that any process which this one has started has held so far; undefined where no such process or file exists. */
export function peakMemory(pid: number): number | undefined {
  const children = [...processes()].filter(([, { parent }]) => parent === pid);
  const peaks = children.flatMap(([child]) => memoryOf(child, 'VmHWM') ?? []);
  return peaks.length === 0 ? undefined : Math.max(...peaks);
}

/** The memory, in bytes, that a process holds now, what it shares with others included; undefined where no such process or file exists. */
export function residentMemory(pid: number): number | undefined {
  return memoryOf(pid, 'VmRSS');
}

function memoryOf(pid: number, field: 'VmHWM' | 'VmRSS'): number | undefined {
  try {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined; // it ended meanwhile
  }
}

interface Account {
  readonly parent: number;
  readonly ticks: number;
}

function processes(): Map<number, Account> {
  const accounts = new Map<number, Account>();
  for (const name of filesOf('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const account = accountOf(name);
    if (account !== undefined) accounts.set(Number(name), account);
  }
  return accounts;
}

function accountOf(pid: string): Account | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in brackets and may hold anything; what follows it is fixed.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1);
    return { parent, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) };
  } catch {
    return undefined; // it ended meanwhile
  }
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
