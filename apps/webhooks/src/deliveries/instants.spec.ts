import { instants } from './instants.ts';

it('writes each point in time as it is, in its place', () => {
  const [one, other] = [new Date('2026-11-20T15:31:02.118Z'), new Date('2026-11-20T15:31:02.119Z')];
  const texts = ['2026-11-20T15:31:02.118Z', '2026-11-20T15:31:02.118Z', null, '2026-11-20T15:31:02.119Z', null];
  expect(instants([one, one, null, other, null])).toEqual(texts);
  expect(instants([null, one])).toEqual([null, texts[0]]);
});
