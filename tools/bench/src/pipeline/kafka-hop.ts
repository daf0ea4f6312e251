import { until } from '@ci/testing';
import { rawConsumer, rawProducer, type RawConsumer, type RawProducer } from '@ci/testing/system';

const topic = 'bench.hop';

/** One message from a bare producer to a bare consumer of the same broker: the least that any step between services can take. */
export class KafkaHop {
  private constructor(
    private readonly producer: RawProducer,
    private readonly consumer: RawConsumer,
    private readonly arrived: Map<string, number>,
  ) {}

  static readonly topic = topic;

  static async open(brokers: string): Promise<KafkaHop> {
    const arrived = new Map<string, number>();
    const producer = await rawProducer(brokers);
    const consumer = await rawConsumer(brokers, { topic, groupId: 'bench-hop' }, (values) => {
      for (const value of values) arrived.set(String(value), performance.now());
    });
    return new KafkaHop(producer, consumer, arrived);
  }

  /** Milliseconds from before the send to the consumer's hands. */
  async once(name: string): Promise<number> {
    const begin = performance.now();
    await this.producer.send([{ topic, key: name, value: name }]);
    await until(() => this.arrived.has(name), { intervalMs: 1, describe: `hop ${name}` });
    return (this.arrived.get(name) ?? NaN) - begin;
  }

  async close(): Promise<void> {
    await this.consumer.close();
    await this.producer.close();
  }
}
