import type { TopicName } from '@ci/contracts';
import { until } from '@ci/testing';
import { Controller, Logger, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  connectConsumers,
  KafkaTransport,
  MessagingModule,
  OutboxRelay,
  type BatchContext,
  type MessagingOptions,
} from '../src/index.ts';
import {
  deletion,
  enqueueAll,
  messagingFixture,
  outgoing,
  storeEffect,
  type MessagingFixture,
} from './messaging-fixture.ts';

let conflicts = 0;

@Controller()
class OnCallDeleted {
  @EventPattern<TopicName>('call.deleted')
  async onCallDeleted(@Payload() data: ReturnType<typeof deletion>[], @Ctx() context: BatchContext): Promise<void> {
    for (const [index, { call_id: text }] of data.entries()) {
      await storeEffect(context.tx, context.messages[index]?.key ?? null, text);
      if (text === 'poison') throw new RangeError('poison');
      if (text === 'contended' && conflicts++ < 2) throw Object.assign(new Error('moved'), { code: '40001' });
    }
  }
}

describe('MessagingModule in a Nest application', () => {
  let fixture: MessagingFixture;
  let app: INestApplication;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    fixture = await messagingFixture();
    const { dataSource, kafka, logger } = fixture;
    const options: MessagingOptions = {
      service: 'tested',
      kafka,
      dataSource,
      logger,
      pruning: { inboxRetentionDays: 14, intervalMs: 60_000 },
      onCrash: () => undefined,
    };

    @Module({ imports: [MessagingModule.forRootAsync({ useFactory: () => options })], controllers: [OnCallDeleted] })
    class AppModule {}

    app = await NestFactory.create(AppModule, new FastifyAdapter());
    connectConsumers(app);
    await app.startAllMicroservices();
    await app.init();
  });
  afterAll(() => fixture.close());

  it('brings what one transaction stored to the handler, tells conflicts from poison, and stops cleanly', async () => {
    const texts = ['1', 'contended', '2'];
    await enqueueAll(fixture.dataSource, [
      ...texts.map((text) => outgoing('a', text)),
      outgoing('b', 'poison'),
      outgoing('a', '3'),
    ]);
    app.get(OutboxRelay).wake();
    await until(async () => (await fixture.count('inbox')) === 5, { describe: 'five messages to be dealt with' });
    expect(await fixture.effects()).toEqual(['1', 'contended', '2', '3']);
    expect(conflicts).toBeGreaterThanOrEqual(3); // two that conflicted, one that did not, one after the batch with the poison failed
    const parked = await fixture.dataSource.query('SELECT key, consumer, error_code FROM parked_messages');
    expect(parked).toEqual([{ key: 'b', consumer: 'tested.on-call-deleted', error_code: 'RangeError' }]);
    expect(app.get(KafkaTransport).healthy()).toEqual({ status: 'ok' });

    await enqueueAll(fixture.dataSource, [outgoing('a', 'just before the end')]);
    await app.close();
    expect(await fixture.count('outbox')).toBe(0);
    expect(app.get(KafkaTransport).healthy()).toEqual({ status: 'stopped' });
  });
});
