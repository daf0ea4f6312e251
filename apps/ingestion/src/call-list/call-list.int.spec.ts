import type { Call } from '@ci/contracts';
import { alice, bob, helloCall, startIngestion, type RunningIngestion } from '../../test/running-ingestion.ts';

interface Page {
  readonly data: Call[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

let ingestion: RunningIngestion;
const calls: Record<'first' | 'second' | 'third' | 'fourth', Call> = {} as never;

beforeAll(async () => {
  ingestion = await startIngestion();
  const at = (day: number, more: object = {}) => ({
    ...helloCall,
    started_at: `2026-11-0${day}T10:00:00.500Z`,
    ...more,
  });
  calls.third = await ingestion.record(at(3, { rep_id: 'r2', external_id: 'x', source: 'zoom' }));
  calls.first = await ingestion.record(at(1, { outcome: 'won', prospect: { email: 'Ann@Acme.example' } }));
  calls.second = await ingestion.record(at(2, { outcome: 'lost', external_id: 'x', source: 'teams' }));
  calls.fourth = await ingestion.record(at(3, { prospect: { email: 'ann@acme.example' } }));
  await ingestion.record(at(4), bob);
});
afterAll(() => ingestion.stop());

const list = async (query = '', as = alice) => (await ingestion.ask<Page>('GET', `/v1/calls?${query}`, { as })).body;
const ids = (page: Page) => page.data.map(({ id }) => id);

describe('GET /v1/calls', () => {
  it('lists the workspace’s calls, newest first, without their transcripts', async () => {
    const page = await list();
    expect(ids(page)).toEqual([calls.fourth.id, calls.third.id, calls.second.id, calls.first.id]);
    expect([page.has_more, page.next_cursor]).toEqual([false, null]);
    const {
      transcript: _transcript,
      rep: _rep,
      prospect: _prospect,
      timezone: _zone,
      metadata: _data,
      speaker_mapping: _map,
      ...entry
    } = (await ingestion.ask('GET', `/v1/calls/${calls.first.id}`)).body;
    expect(page.data[3]).toEqual(entry);
  });

  it.each([
    ['rep_id=r2', ['third']],
    ['rep_id=R2', []],
    ['outcome=lost', ['second']],
    ['outcome=no_outcome', ['fourth', 'third']],
    ['prospect_email=%20ANN@acme.example', ['fourth', 'first']],
    ['external_id=x', ['third', 'second']],
    ['external_id=x&rep_id=r2', ['third']],
    ['from=2026-11-02T10:00:00.500Z&to=2026-11-02T10:00:00.500Z', ['second']],
    ['from=2026-11-02T10:00:00.501Z', ['fourth', 'third']],
    ['to=2026-11-02T12:00:00.499%2B02:00', ['first']],
    ['updated_since=2999-01-01T00:00:00Z', []],
    ['updated_since=2026-01-01T00:00:00Z&outcome=won', ['first']],
    ['cursor=&rep_id=r2', ['third']],
  ] as const)('filters by %s', async (query, names) => {
    expect(ids(await list(query))).toEqual(names.map((name) => calls[name].id));
  });

  it('goes on from where it was, whatever is added meanwhile', async () => {
    const first = await ingestion.ask<Page>('GET', '/v1/calls?limit=2&from=2026-11-01T00:00:00Z');
    expect(ids(first.body)).toEqual([calls.fourth.id, calls.third.id]);
    expect(first.body.has_more).toBe(true);
    const added = await ingestion.record({ ...helloCall, started_at: '2026-12-24T00:00:00Z' });
    const link = /^<(.*)>; rel="next"$/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = (await ingestion.ask<Page>('GET', link)).body;
    expect(ids(second)).toEqual([calls.second.id, calls.first.id]);
    expect([second.has_more, second.next_cursor]).toEqual([false, null]);
    await ingestion.ask('DELETE', `/v1/calls/${added.id}`);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['cursor=forged', 'cursor'],
    ['outcome=maybe', 'outcome'],
    ['from=2026-01-01', 'from'],
    ['updated_since=yesterday', 'updated_since'],
    ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['colour=red', 'colour'],
    ['rep_id=a&rep_id=b', 'rep_id'],
    ['rep_id=%00', 'rep_id'],
  ])('refuses %s', async (query, field) => {
    expect(await ingestion.details('GET', `/v1/calls?${query}`)).toEqual([400, 'invalid_request', field]);
  });

  it('does not take another workspace’s cursor', async () => {
    const { next_cursor } = await list('limit=1');
    const refused = await ingestion.details('GET', `/v1/calls?cursor=${next_cursor}`, { as: bob });
    expect(refused).toEqual([400, 'invalid_request', 'cursor']);
  });
});
