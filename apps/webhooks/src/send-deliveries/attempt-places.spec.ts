import { AttemptPlaces, type Pace, type Place } from './attempt-places.ts';

let now: number;
let places: AttemptPlaces;
beforeEach(() => {
  now = 0;
  places = new AttemptPlaces({ all: 100, perEndpoint: 32 }, () => now);
});

const take = (webhookId: string, workspaceId = 'wsp_1'): Place | undefined => places.take({ webhookId, workspaceId });
const takeAll = (webhookId: string, workspaceId?: string): Place[] => {
  const taken: Place[] = [];
  for (let place = take(webhookId, workspaceId); place !== undefined; place = take(webhookId, workspaceId)) {
    taken.push(place);
    if (taken.length > 100) throw new Error('more places than there are');
  }
  return taken;
};
/** How many the endpoint may have in flight. */
const inFlight = (webhookId: string): number => {
  const started: Place[] = [];
  while (places.mayStart(webhookId) && started.length < 100) {
    const place = places.takeAnyhow({ webhookId, workspaceId: 'wsp_1' });
    places.start(place);
    started.push(place);
  }
  for (const place of started) places.release(place);
  return started.length;
};
const attempt = (webhookId: string, pace: Pace): void => {
  const place = places.takeAnyhow({ webhookId, workspaceId: 'wsp_1' });
  places.start(place);
  places.release(place, pace);
};
const times = (count: number, act: () => void): void => {
  for (let n = 0; n < count; n += 1) act();
};

describe('an endpoint', () => {
  it('that nothing is known of has 8', () => {
    expect([takeAll('wh_1').length, inFlight('wh_2')]).toEqual([8, 8]);
  });

  it('has one more with each success, up to the limit', () => {
    times(5, () => attempt('wh_1', 'well'));
    expect(inFlight('wh_1')).toBe(13);
    times(100, () => attempt('wh_1', 'well'));
    expect(inFlight('wh_1')).toBe(32);
  });

  it('loses half with each attempt that got no answer, down to one', () => {
    const seen = [1, 2, 3, 4].map(() => {
      attempt('wh_1', 'silent');
      return inFlight('wh_1');
    });
    expect(seen).toEqual([4, 2, 1, 1]);
    expect(takeAll('wh_1')).toHaveLength(1);
  });

  it('keeps its number when it answers that something is wrong', () => {
    times(20, () => attempt('wh_1', 'badly'));
    expect(inFlight('wh_1')).toBe(8);
  });

  it('may have waiting what it took lately, and no longer when it stops', () => {
    times(30, () => attempt('wh_1', 'well'));
    expect(places.room('wh_1')).toBe(32 + 30);
    now = 300;
    expect(places.room('wh_1')).toBe(32 + 30);
    expect(places.isTaking('wh_1')).toBe(true);
    now = 1_000;
    expect(places.isTaking('wh_1')).toBe(false);
    expect(places.room('wh_1')).toBe(32);
  });
});

describe('it pays to look for what is due', () => {
  const hasMuchRoom = (webhookId: string, workspaceId = 'wsp_1'): boolean =>
    places.hasMuchRoom({ webhookId, workspaceId });
  const takeAnyhow = (webhookId: string, count: number, workspaceId = 'wsp_1'): Place[] =>
    Array.from({ length: count }, () => places.takeAnyhow({ webhookId, workspaceId }));

  it('of an endpoint that is slow or new for each place, of one that is fast when half of what it took lately is free', () => {
    takeAnyhow('wh_new', 7);
    expect(hasMuchRoom('wh_new')).toBe(true);
    takeAnyhow('wh_new', 1);
    expect(hasMuchRoom('wh_new')).toBe(false);
    times(20, () => attempt('wh_fast', 'well'));
    takeAnyhow('wh_fast', 28 + 11, 'wsp_2');
    expect([places.room('wh_fast'), hasMuchRoom('wh_fast', 'wsp_2')]).toEqual([9, false]);
    now = 1_000;
    expect(hasMuchRoom('wh_fast', 'wsp_2')).toBe(false);
  });

  it('of a fast one not before its workspace has more than a handful free', () => {
    times(20, () => attempt('wh_fast', 'well'));
    const others = takeAnyhow('wh_other', 22);
    expect(hasMuchRoom('wh_fast')).toBe(false);
    places.release(others[0]!);
    expect(hasMuchRoom('wh_fast')).toBe(true);
  });

  it('of a fast one not before this instance has more than a handful free', () => {
    times(20, () => attempt('wh_fast', 'well'));
    const others = takeAnyhow('wh_other', 91, 'wsp_2');
    expect(hasMuchRoom('wh_fast')).toBe(false);
    places.release(others[0]!);
    expect(hasMuchRoom('wh_fast')).toBe(true);
  });
});

it('a workspace has at most a quarter of all, whatever the number of its endpoints', () => {
  const taken = Array.from({ length: 20 }, (_, n) => takeAll(`wh_${n}`)).flat();
  expect(taken).toHaveLength(25);
  expect(takeAll('wh_other', 'wsp_2')).toHaveLength(8);
  places.release(taken[0]!);
  expect(take('wh_9')).toBeDefined();
});

it('all together have no more than there is', () => {
  for (let n = 0; n < 20; n += 1) takeAll(`wh_${n}`, `wsp_${n}`);
  expect(places.free).toBe(0);
});

it('a place that is released twice is one place', () => {
  const place = take('wh_1')!;
  times(2, () => places.release(place));
  expect([places.room('wh_1'), places.free]).toEqual([8, 100]);
});

it('what a transaction took that was never heard of again comes back; what was committed stays', () => {
  takeAll('wh_1');
  const committed = take('wh_2')!;
  committed.committed = true;
  now = 59_000;
  places.tidy();
  expect(places.free).toBe(91);
  now = 61_000;
  places.tidy();
  expect(places.free).toBe(99);
});
