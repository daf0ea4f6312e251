import type { Delivery } from '../../api/webhooks.ts';
import { matching, readLogSearch } from './log-search.ts';

describe('the address of a log', () => {
  it('keeps what can be filtered by, and the delivery that is open', () => {
    const search = { status: 'failed', type: 'summary.ready', delivery: 'dlv_1' };
    expect(readLogSearch({ ...search, other: 'x' })).toEqual(search);
  });

  it('leaves out what no delivery can be', () => {
    expect(readLogSearch({ status: 'lost', type: 'call.begun', delivery: '' })).toEqual({});
  });
});

describe('the deliveries that are shown', () => {
  const log = [
    delivery('1', 'failed', 'call.ended'),
    delivery('2', 'failed', 'summary.ready'),
    delivery('3', 'pending', 'summary.ready'),
  ];
  const shown = (search: Parameters<typeof matching>[1]) => matching(log, search).map(({ id }) => id);

  it('are all without a filter, and those that fit each filter with some', () => {
    expect(shown({})).toEqual(['1', '2', '3']);
    expect(shown({ status: 'failed' })).toEqual(['1', '2']);
    expect(shown({ type: 'summary.ready' })).toEqual(['2', '3']);
    expect(shown({ status: 'failed', type: 'summary.ready' })).toEqual(['2']);
    expect(shown({ delivery: '1' })).toEqual(['1', '2', '3']);
  });
});

function delivery(id: string, status: Delivery['status'], event_type: Delivery['event_type']): Delivery {
  const common = { webhook_id: 'whk_1', event_id: 'evt_1', created_at: '2026-11-21T10:00:00Z', next_attempt_at: null };
  return { ...common, id, status, event_type, attempts: [] };
}
