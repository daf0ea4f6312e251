import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '@ci/testing';
import type { FaultyProcess } from './faulty-process.ts';

/** A server that can be hurt: Postgres or Kafka, as the testing library starts them. */
export interface RunningServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
}

const START_WITHIN_MS = 120_000;

/** A server behind proxies: wherever it comes up again, its clients find it at the same address. */
export class FaultyServer<Server extends RunningServer> implements FaultyProcess {
  #server: Server | undefined;

  constructor(
    private readonly launch: () => Promise<Server>,
    private readonly proxies: readonly TcpProxy[],
  ) {}

  get server(): Server {
    if (this.#server === undefined) throw new Error('the server does not run');
    return this.#server;
  }

  /** What a crash has left behind may need a moment to go. */
  async start(): Promise<void> {
    const deadline = performance.now() + START_WITHIN_MS;
    for (;;) {
      try {
        this.#server = await this.launch();
        for (const proxy of this.proxies) proxy.leadTo(this.#server.port);
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await delay(500);
      }
    }
  }

  async stop(): Promise<void> {
    this.#server?.resume();
    await this.#server?.stop();
  }

  async kill(): Promise<void> {
    await this.server.kill();
  }

  pause(): void {
    this.server.pause();
  }

  resume(): void {
    this.server.resume();
  }
}
