import { deliveryFiltersOf, readLogSearch } from './log-search.ts';

describe('the address of a log', () => {
  it('keeps what can be filtered by, and the delivery that is open', () => {
    const search = { status: 'failed', type: 'summary.ready', delivery: 'dlv_1' };
    expect(readLogSearch({ ...search, other: 'x' })).toEqual(search);
  });

  it('leaves out what no delivery can be', () => {
    expect(readLogSearch({ status: 'lost', type: 'call.begun', delivery: '' })).toEqual({});
  });
});

describe('the deliveries that are asked for', () => {
  it('are all without a filter, and those that fit each filter with some', () => {
    expect(deliveryFiltersOf({})).toEqual({});
    expect(deliveryFiltersOf({ status: 'failed' })).toEqual({ status: 'failed' });
    expect(deliveryFiltersOf({ status: 'failed', type: 'summary.ready' })).toEqual({
      status: 'failed',
      event_type: 'summary.ready',
    });
    expect(deliveryFiltersOf({ delivery: 'dlv_1' })).toEqual({});
  });
});
