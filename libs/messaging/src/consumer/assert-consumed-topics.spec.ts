import { consumedTopics } from '@ci/contracts';
import { assertConsumedTopics } from './assert-consumed-topics.ts';

describe('the topics of a service', () => {
  it('are those that the contracts list, in any order', () => {
    expect(() => assertConsumedTopics('contacts', consumedTopics.contacts.toReversed())).not.toThrow();
    expect(() => assertConsumedTopics('a-service-of-a-test', ['call.ended'])).not.toThrow();
  });

  it('keep the service from starting when one is missing on either side', () => {
    expect(() => assertConsumedTopics('ingestion', ['summary.ready', 'summary.failed', 'call.ended'])).toThrow(
      'missing there call.ended, without a handler none',
    );
    expect(() => assertConsumedTopics('ingestion', ['summary.ready'])).toThrow(
      'missing there none, without a handler summary.failed',
    );
  });
});
