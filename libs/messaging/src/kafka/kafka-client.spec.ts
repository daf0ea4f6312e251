import type { Logger } from '@ci/observability';
import { createKafka, refuseOffsetReset } from './kafka-client.ts';

test('a consumer ended with "entry.log.message.startsWith is not a function": kafkajs logs some errors as they are', () => {
  const lines: unknown[] = [];
  const logger = { debug: (_details: unknown, line: unknown) => lines.push(line) } as unknown as Logger;
  const kafka = createKafka({ brokers: ['127.0.0.1:1'] }, logger, refuseOffsetReset);
  kafka.logger().error(new Error('no access token') as unknown as string);
  expect(lines).toEqual(['Error: no access token']);
});
