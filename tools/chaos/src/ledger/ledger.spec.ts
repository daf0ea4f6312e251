import type { Discrepancy } from './discrepancy.ts';
import type { Facts, PlannedCall, Receipt, SentMessage } from './facts.ts';
import { closingLine, compare } from './ledger.ts';

const workspaceId = 'wsp_1';
const [kept, again, gone] = ['call_kept', 'call_again', 'call_gone'];

const planned = (callId: string, rest: Partial<PlannedCall> = {}): PlannedCall => ({
  plan: `plan of ${callId}`,
  workspaceId,
  email: 'a@b.example',
  callId,
  reanalyses: 0,
  title: null,
  deleted: false,
  unanswered: [],
  ...rest,
});

let offset = 0;
const message = (topic: SentMessage['topic'], key: string, revision: number | null = null): SentMessage => ({
  topic,
  partition: 0,
  offset: (offset += 1),
  key,
  id: `${topic} ${key} ${revision}`,
  time: offset,
  revision,
});

const receipt = (type: Receipt['type'], callId: string, revision = 0): Receipt => ({
  endpointId: 'whk_1',
  webhookId: `evt ${type} ${callId} ${revision}`,
  type,
  callId,
  revision,
  accepted: true,
});

const consumers = {
  'call.ended': ['contacts', 'webhooks'],
  'call.transcribed': ['summarization'],
  'call.deleted': ['contacts', 'summarization', 'webhooks'],
  'summary.ready': ['contacts', 'ingestion', 'webhooks'],
} as const;

const inHistory = (id: string) => ({ id, coachingScore: id === again ? 62 : 61 });

/** Three calls of one prospect: one as it came, one analysed twice, one deleted. Every promise is kept. */
function wellKept(): Facts {
  const messages = [
    ...[kept, again, gone].map((id) => message('call.ended', id)),
    ...[kept, again, gone].map((id) => message('call.transcribed', id, 1)),
    message('call.transcribed', again, 2),
    message('summary.ready', kept, 1),
    message('summary.ready', again, 1),
    message('summary.ready', again, 2),
    message('call.deleted', gone),
  ];
  return {
    planned: [planned(kept, { title: 'new' }), planned(again, { reanalyses: 1 }), planned(gone, { deleted: true })],
    wrongAnswers: [],
    calls: [kept, again].map((id) => ({
      workspaceId,
      id,
      repId: `plan of ${id}`,
      analysisStatus: 'ready' as const,
      title: 'new',
    })),
    details: [
      { callId: kept, status: 200, summaryStatus: 200, revision: 1, coachingScore: 61 },
      { callId: again, status: 200, summaryStatus: 200, revision: 2, coachingScore: 62 },
      { callId: gone, status: 404, summaryStatus: 404, revision: null, coachingScore: null },
    ],
    contacts: [
      { workspaceId, id: 'con_1', email: 'a@b.example', callCount: 2, calls: [inHistory(again), inHistory(kept)] },
    ],
    analyses: [
      { callId: kept, revision: 1 },
      { callId: again, revision: 1 },
      { callId: again, revision: 2 },
    ],
    messages,
    arrivals: messages.flatMap(({ topic, id, offset: place }) =>
      consumers[topic as keyof typeof consumers].map((service) => ({
        service,
        topic,
        messageId: id,
        receivedAt: place * 1_000,
      })),
    ),
    endpoints: [{ id: 'whk_1', workspaceId, events: ['call.ended', 'summary.ready'] }],
    receipts: [
      receipt('call.ended', kept),
      receipt('call.ended', again),
      receipt('summary.ready', again, 1),
      receipt('call.ended', again), // again, under the same id
      receipt('summary.ready', kept, 1),
      receipt('summary.ready', again, 2),
    ],
    leftovers: [],
    faults: [{ name: 'kill contacts-2', affects: ['contacts-2'], startedAtMs: 1_000, endedAtMs: 2_000 }],
    readiness: [
      { instance: 'contacts-2', atMs: 1_100, ready: false },
      { instance: 'contacts-2', atMs: 9_000, ready: true },
    ],
    endedAtMs: 100_000,
  };
}

const verdictsOn = (change: (facts: Facts) => Partial<Facts>): string[] => {
  const facts = wellKept();
  const found = compare({ ...facts, ...change(facts) }, { readyWithinMs: 30_000 });
  return [...new Set(found.map(({ verdict, what }) => `${verdict}: ${what}`))];
};

const without = <Item>(items: readonly Item[], fits: (item: Item) => boolean): Item[] =>
  items.filter((item) => !fits(item));

beforeEach(() => {
  offset = 0;
});

it('finds nothing where every promise was kept, repeats under the same id included', () => {
  expect(verdictsOn(() => ({}))).toEqual([]);
  expect(verdictsOn(({ messages }) => ({ messages: [...messages, { ...messages[0]!, offset: 90 }] }))).toEqual([]);
});

describe('calls', () => {
  it.each<[string, string, (facts: Facts) => Partial<Facts>]>([
    ['is gone', 'lost: a recorded call is not there', ({ calls }) => ({ calls: without(calls, (c) => c.id === kept) })],
    [
      'was recorded twice',
      'doubled: a request was recorded more than once',
      ({ calls }) => ({ calls: [...calls, { ...calls[0]!, id: 'call_twin' }] }),
    ],
    [
      'nobody sent',
      'doubled: a call that nobody recorded',
      ({ calls }) => ({ calls: [...calls, { ...calls[0]!, id: 'call_alien', repId: 'nobody' }] }),
    ],
    [
      'was deleted and is there',
      'lost: a deletion did not stay',
      ({ details }) => ({ details: details.map((one) => ({ ...one, status: 200 })) }),
    ],
    [
      'has its old title',
      'lost: a change is not there',
      ({ calls }) => ({ calls: calls.map((call) => ({ ...call, title: null })) }),
    ],
    [
      'never got an answer',
      'other: POST /calls never got a final answer',
      (facts) => ({ planned: [...facts.planned, { ...planned('x'), callId: null, unanswered: ['POST /calls'] }] }),
    ],
    [
      'was answered 500',
      'other: POST /calls was answered 500',
      () => ({ wrongAnswers: [{ plan: 'p', request: 'POST /calls', status: 500, body: '' }] }),
    ],
  ])('one that %s', (_name, verdict, change) => expect(verdictsOn(change)).toEqual([verdict]));
});

describe('summaries', () => {
  it.each<[string, string, (facts: Facts) => Partial<Facts>]>([
    [
      'was made twice',
      'doubled: a revision was analysed more than once',
      ({ analyses }) => ({ analyses: [...analyses, analyses[0]!] }),
    ],
    [
      'was never made',
      'lost: a revision was never analysed',
      ({ analyses }) => ({ analyses: without(analyses, ({ revision }) => revision === 2) }),
    ],
    [
      'is not the one that clients see',
      'lost: the summary of revision 2 is not seen',
      ({ details }) => ({ details: details.map((one) => ({ ...one, revision: one.revision && 1 })) }),
    ],
  ])('one that %s', (_name, verdict, change) => expect(verdictsOn(change)).toEqual([verdict]));

  it('one that was sent under two ids', () => {
    const twice = ({ messages }: Facts): Partial<Facts> => ({
      messages: [...messages, { ...messages.find(({ topic }) => topic === 'summary.ready')!, id: 'other', offset: 91 }],
    });
    expect(verdictsOn(twice)).toContain('doubled: a summary was sent under several ids');
  });
});

describe('contacts', () => {
  const changed = (change: Partial<Facts['contacts'][number]>) => (facts: Facts) => ({
    contacts: facts.contacts.map((contact) => ({ ...contact, ...change })),
  });
  it.each<[string, string, (facts: Facts) => Partial<Facts>]>([
    ['counts too few', 'lost: a call does not count', changed({ callCount: 1, calls: [inHistory(kept)] })],
    ['counts too many', 'doubled: a call counts too much', changed({ callCount: 3 })],
    [
      'keeps a deleted call',
      'doubled: a call counts too much',
      changed({ callCount: 3, calls: [kept, again, gone].map(inHistory) }),
    ],
    [
      'never heard of a summary',
      'lost: a score is not in the history of its contact',
      changed({ calls: [inHistory(again), { ...inHistory(kept), coachingScore: null }] }),
    ],
    ['is not there', 'lost: a contact is not there', () => ({ contacts: [] })],
    [
      'is there twice',
      'doubled: one prospect has two contacts',
      ({ contacts }) => ({ contacts: [...contacts, { ...contacts[0]!, id: 'con_2' }] }),
    ],
  ])('one that %s', (_name, verdict, change) => expect(verdictsOn(change)).toEqual([verdict]));

  it('counts addresses in any case as one', () => {
    expect(
      verdictsOn((facts) => ({ planned: facts.planned.map((call) => ({ ...call, email: 'A@b.example' })) })),
    ).toEqual([]);
  });
});

describe('messages', () => {
  it('one that was never sent', () => {
    const change = ({ messages, arrivals }: Facts) => ({
      messages: without(messages, ({ id }) => id === `call.ended ${kept} null`),
      arrivals: without(arrivals, ({ messageId }) => messageId === `call.ended ${kept} null`),
    });
    expect(verdictsOn(change)).toEqual(['lost: a message was never sent']);
  });

  it.each([
    ['call.ended', []],
    ['call.deleted', ['lost: a message was never sent']],
  ])('of a deleted call may be withdrawn before they are sent, but not the deletion: %s', (topic, verdicts) => {
    const id = `${topic} ${gone} null`;
    const change = ({ messages, arrivals }: Facts) => ({
      messages: without(messages, (message) => message.id === id),
      arrivals: without(arrivals, ({ messageId }) => messageId === id),
    });
    expect(verdictsOn(change)).toEqual(verdicts);
  });

  it('one that never arrived', () => {
    const isIt = ({ service, messageId }: Facts['arrivals'][number]): boolean =>
      service === 'contacts' && messageId === `call.ended ${kept} null`;
    expect(verdictsOn(({ arrivals }) => ({ arrivals: without(arrivals, isIt) }))).toEqual([
      'lost: a message never arrived at contacts',
    ]);
  });

  it('two of one key that were handled in the wrong order', () => {
    const late = ({ arrivals }: Facts): Partial<Facts> => ({
      arrivals: arrivals.map((one) =>
        one.service === 'summarization' && one.messageId === `call.transcribed ${again} 1`
          ? { ...one, receivedAt: 1_000_000 }
          : one,
      ),
    });
    expect(verdictsOn(late)).toEqual(['out of order: messages of one key were handled in the wrong order']);
  });

  it('two of one key that were sent in the wrong order', () => {
    const swapped = ({ messages, arrivals }: Facts): Partial<Facts> => ({
      messages: messages.map((one) => (one.id === `summary.ready ${again} 1` ? { ...one, offset: 80 } : one)),
      arrivals: without(arrivals, ({ topic }) => topic === 'none'),
    });
    expect(verdictsOn(swapped)).toContain('out of order: messages of one key were sent in the wrong order');
  });

  it('one that a service hears of which the ledger does not know to listen', () => {
    const stranger = { service: 'contacts' as const, topic: 'call.transcribed', messageId: 'm', receivedAt: 1 };
    expect(verdictsOn(({ arrivals }) => ({ arrivals: [...arrivals, stranger] }))).toEqual([
      'other: contacts listens to call.transcribed, of which the ledger does not know',
    ]);
  });
});

describe('deliveries', () => {
  it.each<[string, string, (facts: Facts) => Partial<Facts>]>([
    [
      'that an endpoint never accepted',
      'lost: an endpoint never accepted an event',
      ({ receipts }) => ({ receipts: receipts.map((one) => ({ ...one, accepted: one.revision !== 2 })) }),
    ],
    [
      'that came under two ids',
      'doubled: one event came under several ids',
      ({ receipts }) => ({ receipts: [...receipts, { ...receipts[0]!, webhookId: 'evt_other' }] }),
    ],
    [
      'whose id another event has',
      'lost: one id stands for several events',
      ({ receipts }) => ({
        receipts: receipts.map((one) => (one.callId === kept ? { ...one, webhookId: 'evt_same' } : one)),
      }),
    ],
    [
      'that overtook its call.ended',
      'out of order: first attempts came in the wrong order',
      ({ receipts }) => ({ receipts: [receipt('summary.ready', kept, 1), ...receipts] }),
    ],
  ])('one %s', (_name, verdict, change) => expect(verdictsOn(change)).toEqual([verdict]));

  it('does not take a repeated first event for one that came late', () => {
    const repeated = ({ receipts }: Facts) => ({ receipts: [...receipts, receipt('call.ended', kept)] });
    expect(verdictsOn(repeated)).toEqual([]);
  });
});

describe('recovery', () => {
  it('rows that are left', () => {
    const left = [{ service: 'ingestion' as const, what: 'outbox' as const, count: 2, example: 'call.ended' }];
    expect(verdictsOn(() => ({ leftovers: left }))).toEqual(['lost: 2 rows are left in ingestion.outbox']);
  });

  it('a message that was parked', () => {
    const parked = [
      { service: 'contacts' as const, what: 'parked_messages' as const, count: 1, example: 'call.ended' },
    ];
    expect(verdictsOn(() => ({ leftovers: parked }))).toEqual(['other: 1 rows are left in contacts.parked_messages']);
  });

  it('an instance that took too long, unless another fault met it meanwhile', () => {
    const slow = [
      { instance: 'contacts-2' as const, atMs: 1_100, ready: false },
      { instance: 'contacts-2' as const, atMs: 40_000, ready: true },
    ];
    expect(verdictsOn(() => ({ readiness: slow }))).toEqual(['other: contacts-2 was not ready within 30 s']);
    const another = { name: 'kill postgres', affects: ['contacts-2' as const], startedAtMs: 20_000, endedAtMs: 21_000 };
    expect(verdictsOn(({ faults }) => ({ readiness: slow, faults: [...faults, another] }))).toEqual([]);
  });
});

describe('the last line', () => {
  const found = (verdict: Discrepancy['verdict']): Discrepancy => ({ verdict, what: '', ids: {}, hint: '' });

  it('counts calls, faults and what was broken', () => {
    expect(closingLine(wellKept(), [])).toBe('chaos: 3 calls, 1 faults, 0 lost, 0 doubled, 0 out of order');
    expect(closingLine(wellKept(), [found('lost'), found('out of order'), found('lost')])).toBe(
      'chaos: 3 calls, 1 faults, 2 lost, 0 doubled, 1 out of order',
    );
  });

  it('never looks well when something else is wrong', () => {
    expect(closingLine(wellKept(), [found('other')])).toMatch(/0 out of order, 1 other$/);
  });
});
