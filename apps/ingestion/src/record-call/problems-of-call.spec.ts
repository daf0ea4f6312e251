import { CreateCallSchema } from '@ci/contracts';
import { DomainError } from '@ci/domain';
import { compileSchema } from '@ci/validation';
import { problemsOfCall } from './problems-of-call.ts';

const check = compileSchema({ ...CreateCallSchema });

const goodCall = {
  rep_id: 'user_dana',
  started_at: '2026-11-18T09:00:00Z',
  transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 1_200, text: 'Hello.' }],
};

function fieldsOf(body: unknown): string[] {
  try {
    check(body, problemsOfCall);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return (error.details ?? []).map(({ field }) => field);
  }
}

describe('the body of a call', () => {
  it.each([
    [{}],
    [{ rep: null, prospect: null, attendees: null, metadata: null, outcome: null, title: null, timezone: null }],
    [{ timezone: '', title: '', prospect: { email: '', name: '' }, rep: { email: ' ' } }],
    [{ timezone: 'america/new_york' }],
    [{ transcript: [{ speaker: 'prospect', start_ms: 7, end_ms: 7, text: '' }] }],
    [{ transcript: [], duration_seconds: 0 }],
    [{ unknown: { nested: [1] } }],
  ])('may be %j', (change) => {
    expect(fieldsOf({ ...goodCall, ...change })).toEqual([]);
  });

  it.each([
    [{ transcript: [{ speaker: 'rep', start_ms: 5, end_ms: 2, text: 'x' }] }, 'transcript[0].end_ms'],
    [{ transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 2, text: 'x'.repeat(10_001) }] }, 'transcript[0].text'],
    [{ transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 43_200_001, text: 'x' }] }, 'transcript[0].end_ms'],
    [{ transcript: [{ speaker: 'rep', start_ms: -1, end_ms: 2, text: 'x' }] }, 'transcript[0].start_ms'],
    [{ transcript: [{ speaker: 'rep', start_ms: 0.5, end_ms: 2, text: 'x' }] }, 'transcript[0].start_ms'],
    [{ transcript: [{ speaker: 'rep', start_ms: 0, end_ms: 2, text: 'a\0b' }] }, 'transcript[0].text'],
    [{ transcript: Array(20_001).fill(goodCall.transcript[0]) }, 'transcript'],
    [{ transcript: null }, 'transcript'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ started_at: '2026-11-18T09:00:00' }, 'started_at'],
    [{ started_at: '2026-02-30T09:00:00Z' }, 'started_at'],
    [{ started_at: '0000-12-31T09:00:00Z' }, 'started_at'],
    [{ rep_id: '' }, 'rep_id'],
    [{ duration_seconds: 43_201 }, 'duration_seconds'],
    [{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v'])) }, 'metadata'],
  ])('names the one wrong field %#', (change, field) => {
    expect(fieldsOf({ ...goodCall, ...change })).toEqual([field]);
  });

  it('is an object', () => {
    for (const body of [[], 'x', null, undefined, 7]) expect(fieldsOf(body)).toEqual(['body']);
  });

  it('with a thousand errors is answered with a hundred', () => {
    const transcript = Array.from({ length: 1_000 }, () => ({ speaker: 'rep', start_ms: 2, end_ms: 1, text: 'x' }));
    expect(fieldsOf({ ...goodCall, transcript })).toHaveLength(100);
  });
});
