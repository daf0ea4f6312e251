import { ConcurrencyLimiter, type AttemptOutcome, type Permit } from './concurrency-limiter.ts';

let now: number;
let limiter: ConcurrencyLimiter;
beforeEach(() => {
  now = 0;
  limiter = new ConcurrencyLimiter({ all: 100, perEndpoint: 32 }, () => now);
});

const acquire = (webhookId: string, workspaceId = 'wsp_1'): Permit | undefined =>
  limiter.acquire({ webhookId, workspaceId });
const acquireAll = (webhookId: string, workspaceId?: string): Permit[] => {
  const taken: Permit[] = [];
  for (let permit = acquire(webhookId, workspaceId); permit !== undefined; permit = acquire(webhookId, workspaceId)) {
    taken.push(permit);
    if (taken.length > 100) throw new Error('more permits than there are');
  }
  return taken;
};
/** How many the endpoint may have in flight. */
const inFlight = (webhookId: string): number => {
  const started: Permit[] = [];
  while (limiter.mayStart(webhookId) && started.length < 100) {
    const permit = limiter.forceAcquire({ webhookId, workspaceId: 'wsp_1' });
    limiter.start(permit);
    started.push(permit);
  }
  for (const permit of started) limiter.release(permit);
  return started.length;
};
const attempt = (webhookId: string, outcome: AttemptOutcome): void => {
  const permit = limiter.forceAcquire({ webhookId, workspaceId: 'wsp_1' });
  limiter.start(permit);
  limiter.release(permit, outcome);
};
const times = (count: number, act: () => void): void => {
  for (let n = 0; n < count; n += 1) act();
};

describe('an endpoint', () => {
  it('that nothing is known of has 8', () => {
    expect([acquireAll('wh_1').length, inFlight('wh_2')]).toEqual([8, 8]);
  });

  it('has one more with each success, up to the limit', () => {
    times(5, () => attempt('wh_1', 'success'));
    expect(inFlight('wh_1')).toBe(13);
    times(100, () => attempt('wh_1', 'success'));
    expect(inFlight('wh_1')).toBe(32);
  });

  it('loses half with each attempt that got no answer, down to one', () => {
    const seen = [1, 2, 3, 4].map(() => {
      attempt('wh_1', 'no_response');
      return inFlight('wh_1');
    });
    expect(seen).toEqual([4, 2, 1, 1]);
    expect(acquireAll('wh_1')).toHaveLength(1);
  });

  it('keeps its number when it answers that something is wrong', () => {
    times(20, () => attempt('wh_1', 'failure'));
    expect(inFlight('wh_1')).toBe(8);
  });

  it('may have waiting what it took lately, and no longer when it stops', () => {
    times(30, () => attempt('wh_1', 'success'));
    expect(limiter.available('wh_1')).toBe(32 + 30);
    now = 300;
    expect(limiter.available('wh_1')).toBe(32 + 30);
    expect(limiter.hasRecentSuccess('wh_1')).toBe(true);
    now = 1_000;
    expect(limiter.hasRecentSuccess('wh_1')).toBe(false);
    expect(limiter.available('wh_1')).toBe(32);
  });
});

describe('it pays to look for what is due', () => {
  const hasCapacity = (webhookId: string, workspaceId = 'wsp_1'): boolean =>
    limiter.hasCapacity({ webhookId, workspaceId });
  const forceAcquire = (webhookId: string, count: number, workspaceId = 'wsp_1'): Permit[] =>
    Array.from({ length: count }, () => limiter.forceAcquire({ webhookId, workspaceId }));

  it('of an endpoint that is slow or new for each permit, of one that is fast when half of what it took lately is free', () => {
    forceAcquire('wh_new', 7);
    expect(hasCapacity('wh_new')).toBe(true);
    forceAcquire('wh_new', 1);
    expect(hasCapacity('wh_new')).toBe(false);
    times(20, () => attempt('wh_fast', 'success'));
    forceAcquire('wh_fast', 28 + 11, 'wsp_2');
    expect([limiter.available('wh_fast'), hasCapacity('wh_fast', 'wsp_2')]).toEqual([9, false]);
    now = 1_000;
    expect(hasCapacity('wh_fast', 'wsp_2')).toBe(false);
  });

  it('of a fast one not before its workspace has more than a handful free', () => {
    times(20, () => attempt('wh_fast', 'success'));
    const others = forceAcquire('wh_other', 22);
    expect(hasCapacity('wh_fast')).toBe(false);
    limiter.release(others[0]!);
    expect(hasCapacity('wh_fast')).toBe(true);
  });

  it('of a fast one not before this instance has more than a handful free', () => {
    times(20, () => attempt('wh_fast', 'success'));
    const others = forceAcquire('wh_other', 91, 'wsp_2');
    expect(hasCapacity('wh_fast')).toBe(false);
    limiter.release(others[0]!);
    expect(hasCapacity('wh_fast')).toBe(true);
  });
});

it('a workspace has at most a quarter of all, whatever the number of its endpoints', () => {
  const taken = Array.from({ length: 20 }, (_, n) => acquireAll(`wh_${n}`)).flat();
  expect(taken).toHaveLength(25);
  expect(acquireAll('wh_other', 'wsp_2')).toHaveLength(8);
  limiter.release(taken[0]!);
  expect(acquire('wh_9')).toBeDefined();
});

it('all together have no more than there is', () => {
  for (let n = 0; n < 20; n += 1) acquireAll(`wh_${n}`, `wsp_${n}`);
  expect(limiter.free).toBe(0);
});

it('a permit that is released twice is one permit', () => {
  const permit = acquire('wh_1')!;
  times(2, () => limiter.release(permit));
  expect([limiter.available('wh_1'), limiter.free]).toEqual([8, 100]);
});

it('what a transaction took that was never heard of again comes back; what was committed stays', () => {
  acquireAll('wh_1');
  const committed = acquire('wh_2')!;
  committed.committed = true;
  now = 59_000;
  limiter.reclaimLost();
  expect(limiter.free).toBe(91);
  now = 61_000;
  limiter.reclaimLost();
  expect(limiter.free).toBe(99);
});
