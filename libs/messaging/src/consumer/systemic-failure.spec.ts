import { SystemicFailure } from './systemic-failure.ts';

describe('SystemicFailure', () => {
  let now = 0;
  const failures = () => new SystemicFailure({ keys: 3, windowMs: 60_000 }, () => now);
  beforeEach(() => (now = 1_000));

  it('allows as many failing keys as the limit says', () => {
    const systemic = failures();
    expect(['a', 'b', 'c', 'd'].map((key) => systemic.failed(key))).toEqual([false, false, false, true]);
    expect(systemic.isSystemic()).toBe(true);
  });

  it('counts a key once, however often it fails', () => {
    const systemic = failures();
    expect(['a', 'a', 'b', 'a', 'b', 'a'].map((key) => systemic.failed(key))).not.toContain(true);
  });

  it('ends when keys succeed', () => {
    const systemic = failures();
    for (const key of ['a', 'b', 'c', 'd']) systemic.failed(key);
    systemic.succeeded('d');
    expect(systemic.isSystemic()).toBe(false);
  });

  it('ends when the window has passed, but not for a key that failed again in it', () => {
    const systemic = failures();
    for (const key of ['a', 'b', 'c', 'd']) systemic.failed(key);
    now += 50_000;
    expect(systemic.failed('d')).toBe(true);
    now += 11_000;
    expect(systemic.failed('d')).toBe(false);
    expect(['e', 'f', 'g'].map((key) => systemic.failed(key))).toEqual([false, false, true]);
  });
});
