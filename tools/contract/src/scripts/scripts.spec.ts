import { topicNames } from '@ci/contracts';
import { scripts } from './index.ts';

describe('what the services publish', () => {
  it('is every topic, each of one service alone', () => {
    const published = Object.values(scripts).flatMap(({ publishes }) => publishes);
    const notices = Object.keys(scripts).map((service) => `${service}.dlq`);
    expect([...published, ...notices].toSorted()).toEqual(topicNames.toSorted());
  });
});
