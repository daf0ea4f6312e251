import { eventExamples } from '@ci/contracts';
import { encodeEnvelope, type RawRecord } from '../envelope/envelope.ts';
import { UnreadableMessage } from '../failure.ts';
import { MessageHandlers } from '../handling/message-handlers.ts';
import { deliveryOf } from './delivery.ts';

const headers = encodeEnvelope({
  ...{ id: '019ab000-0000-7000-8000-000000000001', topic: 'call.deleted', source: 'test', subject: 'call' },
  ...{ workspaceId: 'wsp_test', time: new Date('2026-11-20T15:00:00.000Z'), schemaVersion: 1 },
});

/** A delivery, and how often its value has been parsed. */
function read(text: string) {
  let parsed = 0;
  const value = Buffer.from(text);
  value.toString = () => {
    parsed += 1;
    return text;
  };
  const record: RawRecord = { topic: 'call.deleted', partition: 0, offset: '7', key: 'call', headers, value };
  const handlers = new MessageHandlers('tested');
  handlers.add('call.deleted', () => undefined);
  return { delivery: deliveryOf(record, handlers), parsed: () => parsed };
}

describe('a delivery', () => {
  it('is parsed and checked once, before its transaction and however often that starts again', () => {
    const { delivery, parsed } = read(JSON.stringify(eventExamples['call.deleted']));
    const message = delivery.read();
    expect(message.data).toEqual(eventExamples['call.deleted']);
    expect([delivery.read(), parsed()]).toEqual([message, 1]);
  });

  it.each(['{', '{"call_id":7}'])('is parsed and refused once when it says %s', (text) => {
    const { delivery, parsed } = read(text);
    for (const reading of [delivery.read, delivery.read]) expect(reading).toThrow(UnreadableMessage);
    expect(parsed()).toBe(1);
  });
});
