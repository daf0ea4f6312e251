import { listQueryOf, readCallFilters } from './call-filters.ts';

describe('the filters in the address of the calls', () => {
  it('are those of the API', () => {
    const search = {
      outcome: 'won',
      rep_id: '007',
      prospect_email: 'ana@example.com',
      from: '2026-11-01',
      to: '2026-11-21',
      external_id: 'zoom-1',
      updated_since: '2026-11-20',
    };
    expect(readCallFilters(search)).toEqual(search);
  });

  it('have a period in place of two days', () => {
    const search = { period: 'last_month', from: '2026-11-01', sort: 'score_low', updated_since: '2026-11-20' };
    expect(readCallFilters(search)).toEqual({ period: 'last_month', sort: 'score_low', updated_since: '2026-11-20' });
    expect(readCallFilters({ period: 'ever', sort: 'name' })).toEqual({});
  });

  it('leave out what they can not be', () => {
    expect(readCallFilters({ outcome: 'maybe', rep_id: ' ', from: 'yesterday', page: '2' })).toEqual({});
  });
});

describe('what the API is asked', () => {
  it('counts days in the zone of the workspace, the last one included', () => {
    expect(listQueryOf({ from: '2026-11-01', to: '2026-11-01', rep_id: 'li' }, 'America/New_York')).toEqual({
      rep_id: 'li',
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-11-02T04:59:59.999Z',
    });
  });

  it('takes a period as of the day in that zone, and no order', () => {
    const now = new Date('2026-12-01T03:00:00Z');
    expect(listQueryOf({ period: 'this_month', sort: 'oldest' }, 'America/New_York', now)).toEqual({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-12-01T04:59:59.999Z',
    });
  });

  it('takes the days between two days, whichever was named first', () => {
    const query = listQueryOf({ from: '2026-11-09', to: '2026-11-02' }, 'UTC');
    expect(query).toEqual({ from: '2026-11-02T00:00:00.000Z', to: '2026-11-09T23:59:59.999Z' });
  });
});
