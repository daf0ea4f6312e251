import { until } from '@ci/testing';
import { ParkingWorker } from '../src/index.ts';
import { messagingFixture, type MessagingFixture } from './messaging-fixture.ts';
import { noteText, startConsumer, type TestConsumer } from './test-consumer.ts';

/** A consumer whose handler fails for chosen texts, and can be held up in the middle of one. */
export class ParkedKeys {
  /** Texts whose handling fails. */
  broken: readonly string[] = [];
  /** What is thrown where a message breaks while it is held up. */
  failure: Error = new TypeError('cannot read any more');
  now = new Date('2026-11-20T12:00:00.000Z');
  /** How often the handler was called, by text. */
  readonly calls: string[] = [];
  private readonly gates = new Map<string, PromiseWithResolvers<undefined>>();

  private constructor(
    readonly fixture: MessagingFixture,
    readonly service: string,
  ) {}

  consumer!: TestConsumer;

  static async start(service = 'tested'): Promise<ParkedKeys> {
    const keys = new ParkedKeys(await messagingFixture(), service);
    keys.consumer = await startConsumer(
      keys.fixture,
      async (text, context) => {
        keys.calls.push(text);
        if (keys.broken.includes(text)) throw new TypeError('cannot read');
        await noteText(text, context);
        await keys.gates.get(text)?.promise;
        if (keys.broken.includes(text)) throw keys.failure;
      },
      { service, now: () => keys.now },
    );
    return keys;
  }

  async close(): Promise<void> {
    await this.consumer.close();
    await this.fixture.close();
  }

  worker(): ParkingWorker {
    const { dataSource, logger } = this.fixture;
    return new ParkingWorker({ transport: this.consumer.transport, dataSource, logger, now: () => this.now });
  }

  later(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  }

  /** Sends messages of a key of which the first fails, so that all are parked. */
  async park(texts: readonly string[], key: string | null = 'bad'): Promise<void> {
    this.broken = texts.slice(0, 1);
    const before = await this.fixture.count('inbox');
    await this.fixture.produce(...texts.map((text) => ({ key, text })));
    await until(async () => (await this.fixture.count('inbox')) === before + texts.length);
    this.broken = [];
    this.calls.length = 0;
  }

  /** Holds the handler of this text up, its effect noted and not committed; returns how to let it go. */
  hold(text: string): () => void {
    const gate = Promise.withResolvers<undefined>();
    this.gates.set(text, gate);
    return () => gate.resolve(undefined);
  }

  async called(text: string): Promise<void> {
    await until(() => this.calls.includes(text), { describe: `the handler to be called with ${text}` });
  }

  /** A session waits for a lock of this database. */
  async hasWaiter(): Promise<void> {
    await until(async () => {
      const waiting: unknown[] = await this.fixture.dataSource.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
  }

  async outcomes(): Promise<string[]> {
    const rows: { outcome: string }[] = await this.fixture.dataSource.query(
      'SELECT outcome FROM inbox ORDER BY kafka_offset',
    );
    return rows.map(({ outcome }) => outcome);
  }
}
