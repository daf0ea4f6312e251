import type { Resource } from '@ci/client/browser';
import { refreshAfter, refreshAfterDeliveries, refreshAfterRecoveries } from './refresh-while-pending.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const inMs = (ms: number) => new Date(now + ms).toISOString();

describe('how often a page looks again', () => {
  it('is never when nothing is pending', () => {
    expect(refreshAfter(undefined, now)).toBe(false);
    expect(refreshAfter([], now)).toBe(false);
    expect(refreshAfter([null, undefined], now)).toBe(false);
    expect(refreshAfterDeliveries([{ data: [delivery('delivered', null), delivery('failed', null)] }], now)).toBe(
      false,
    );
  });

  it('is often for what is due, and when the next attempt is', () => {
    expect(refreshAfter([inMs(-60_000)], now)).toBe(2_000);
    expect(refreshAfter([inMs(20_000), null, inMs(9_000)], now)).toBe(9_000);
  });

  it('is seldom for what is far away', () => {
    expect(refreshAfter([inMs(3_600_000)], now)).toBe(30_000);
  });

  it('counts a delivery without a time as being sent, and only the pending ones', () => {
    expect(refreshAfterDeliveries([{ data: [delivery('pending', null)] }], now)).toBe(2_000);
    expect(
      refreshAfterDeliveries([{ data: [delivery('pending', inMs(8_000)), delivery('delivered', inMs(0))] }], now),
    ).toBe(8_000);
  });

  it('is less often for a log of which many pages are open', () => {
    const page = { data: [delivery('pending', inMs(0))] };
    expect(refreshAfterDeliveries([page, page, page], now)).toBe(6_000);
  });

  it('lasts while a recovery runs, and goes on seldom until the last of its deliveries', () => {
    const recovery = (status: Resource<'WebhookRecovery'>['status'], pending: number) => ({ status, pending });
    expect(refreshAfterRecoveries([recovery('completed', 0), recovery('running', 0)])).toBe(2_000);
    expect(refreshAfterRecoveries([recovery('completed', 1)])).toBe(30_000);
    expect(refreshAfterRecoveries([recovery('completed', 0), recovery('cancelled', 0)])).toBe(false);
    expect(refreshAfterRecoveries(undefined)).toBe(false);
  });
});

function delivery(status: Resource<'Delivery'>['status'], next_attempt_at: string | null): Resource<'Delivery'> {
  const common = { id: 'dlv_1', webhook_id: 'whk_1', event_id: 'evt_1', event_type: 'call.ended' } as const;
  return { ...common, status, next_attempt_at, created_at: inMs(0), attempts: [] };
}
