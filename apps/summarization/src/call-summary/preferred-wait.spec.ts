import { preferredWaitSeconds } from './preferred-wait.ts';

describe('Prefer: wait', () => {
  it.each([
    ['wait=5', 5],
    ['WAIT = 5', 5],
    ['wait="12"', 12],
    ['respond-async, wait=7; strict', 7],
    ['wait=3, wait=9', 3],
    ['wait=600', 30],
    ['wait=99999999999999999999', 30],
    ['wait=0', 0],
  ])('%s', (header, seconds) => expect(preferredWaitSeconds(header)).toBe(seconds));

  it.each([undefined, '', 'wait', 'wait=', 'wait=-1', 'wait=1.5', 'wait=soon', 'await=5', 'respond-async'])(
    '%j says nothing',
    (header) => expect(preferredWaitSeconds(header)).toBeUndefined(),
  );
});
