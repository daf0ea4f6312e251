import { representationOf } from './call-detail.query.ts';

it('an answer with one more property has other entity tags: a client does not keep the answer of the release before', () => {
  expect(representationOf(['id', 'title'])).toBe(representationOf(['id', 'title']));
  expect(representationOf(['id', 'title'])).not.toBe(representationOf(['id', 'title', 'recordingUrl']));
});
