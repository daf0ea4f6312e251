import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLineOf, signalProcess, signalProcessTree } from './running-process.ts';

export interface ServerCommand {
  /** Names the pid file and the log file in the folder. */
  readonly name: string;
  /** The server's own folder. Its path must occur in the command line: that is how a stale process is recognised. */
  readonly folder: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Asks for an orderly end. */
  readonly stopSignal: NodeJS.Signals;
  /** After this the process is killed. */
  readonly stopWithinMs: number;
}

export interface ServerProcess {
  readonly pid: number;
  readonly hasExited: () => boolean;
  /** The last lines of what the process printed: the cause, when it did not come up. */
  readonly outputTail: () => Promise<string>;
  readonly stop: () => Promise<void>;
  /** Ends it at once with all its children, as a crash of the machine would. What it has not handed to the system is gone. */
  readonly kill: () => Promise<void>;
  /** Suspends it with all its children until `resume`; connections stay open and get no answers. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Starts a server that lives as long as this process and no longer: however this process ends (also by SIGKILL), the
 * server gets a signal to stop. It has its own session, so that Ctrl-C in a terminal reaches the one who started it
 * first and not its database.
 */
export async function startServerProcess(server: ServerCommand): Promise<ServerProcess> {
  await stopLeftOver(server);
  const logFile = join(server.folder, `${server.name}.log`);
  const log = await open(logFile, 'w');
  const child = spawn('sh', ['-c', endWithParent, server.stopSignal, server.command, ...server.args], {
    cwd: server.folder,
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
    env: server.env ?? process.env,
    ...(server.uid === undefined ? {} : { uid: server.uid }),
    ...(server.gid === undefined ? {} : { gid: server.gid }),
  });
  const exited = exitOf(child);
  await log.close();
  if (child.pid === undefined) throw new Error(`${server.command} could not be started.`);
  child.unref();
  const { pid } = child;
  await writePidFile(server, pid);
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;

  return {
    pid,
    hasExited,
    outputTail: async () => (await readFile(logFile, 'utf8')).split('\n').slice(-40).join('\n'),
    stop: async () => {
      await endProcess(child, exited, server);
      await rm(pidFile(server), { force: true });
    },
    kill: async () => {
      if (!hasExited()) signalProcessTree(pid, 'SIGKILL');
      await exited;
      await rm(pidFile(server), { force: true });
    },
    pause: () => {
      if (!hasExited()) signalProcessTree(pid, 'SIGSTOP');
    },
    resume: () => {
      if (!hasExited()) signalProcessTree(pid, 'SIGCONT');
    },
  };
}

/**
 * A watcher in the background reads the pipe that this process holds open. The pipe ends when this process does; a line
 * in it means that the server has already ended and its process id must not be signalled.
 */
const endWithParent = `
exec 3<&0 </dev/null
( ( read -r line <&3 || kill -s "\${0#SIG}" "$$" ) & ) >/dev/null 2>&1
exec 3<&-
exec "$@"`;

function exitOf(child: ChildProcess): Promise<void> {
  child.stdin?.on('error', () => undefined);
  // The pipe must not keep this process alive either.
  (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return new Promise((resolve) => {
    const done = (): void => {
      child.stdin?.end('\n');
      resolve();
    };
    child.once('exit', done);
    child.once('error', done);
  });
}

async function endProcess(child: ChildProcess, exited: Promise<void>, server: ServerCommand): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(server.stopSignal);
  const timer = setTimeout(() => child.kill('SIGKILL'), server.stopWithinMs);
  await exited;
  clearTimeout(timer);
}

interface PidFile {
  readonly pid: number;
  readonly owner: { readonly pid: number; readonly command: string };
}

const pidFile = (server: ServerCommand): string => join(server.folder, `${server.name}.pid`);

async function writePidFile(server: ServerCommand, pid: number): Promise<void> {
  const content: PidFile = { pid, owner: { pid: process.pid, command: commandLineOf(process.pid) ?? '' } };
  await writeFile(pidFile(server), JSON.stringify(content));
}

/** Ends the server of a run that died. A server whose run is alive is in use and stays. */
async function stopLeftOver(server: ServerCommand): Promise<void> {
  const left = await readPidFile(server);
  if (left === undefined) return;
  const isOurs = (): boolean => commandLineOf(left.pid)?.includes(server.folder) ?? false;
  if (isOurs() && commandLineOf(left.owner.pid) === left.owner.command) {
    throw new Error(`${server.folder} is in use: process ${left.owner.pid} runs a ${server.name} (${left.pid}) there.`);
  }
  const deadline = Date.now() + server.stopWithinMs;
  while (isOurs()) {
    signalProcess(left.pid, Date.now() < deadline ? server.stopSignal : 'SIGKILL');
    await delay(100);
  }
  await rm(pidFile(server), { force: true });
}

async function readPidFile(server: ServerCommand): Promise<PidFile | undefined> {
  try {
    return JSON.parse(await readFile(pidFile(server), 'utf8')) as PidFile;
  } catch {
    return undefined;
  }
}
