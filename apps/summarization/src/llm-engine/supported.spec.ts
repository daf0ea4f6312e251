import { emptyDraft } from '../../test/model-drafts.ts';
import { call } from '../engine/call.fixture.ts';
import type { Draft } from './draft.ts';
import { TranscriptCheck } from './supported.ts';

const input = {
  ...call(
    'rep: Hello, Ana from Kestrel here. You wanted to see the annual plan.',
    'prospect: Yes. But $4,500 a year is too much for our 12 people.',
    'rep: I can take ten percent off if you pay up front.',
    "prospect: That works. I'll send you the signed order by next Friday.",
    'rep: Great, I will mail the invoice tomorrow.',
    'rep: And the annual plan is on kestrel dot example/plans.',
  ),
  prospect: { name: 'Jo Miles', company: 'Brightside', email: null },
};
const check = new TranscriptCheck(input, 'won');
const supported = (draft: Partial<Draft>) => check.supported({ ...emptyDraft, ...draft });
const said = (text: string, ...evidence: number[]) => supported({ decisions: [{ text, evidence }] }).decisions;
const kept = (text: string, ...evidence: number[]) => said(text, ...evidence).length === 1;

describe('a statement', () => {
  it('is quoted from the transcript, whatever the model may have had in mind', () => {
    expect(said('The price is too much for 12 people.', 1)).toEqual([
      {
        text: 'The price is too much for 12 people.',
        ids: [1],
        evidence: [
          { start_ms: 10_000, end_ms: 19_000, quote: 'Yes. But $4,500 a year is too much for our 12 people.' },
        ],
      },
    ]);
  });

  it.each([
    ['without evidence', 'They spoke.', []],
    ['with segments that do not exist', 'They spoke.', [99, -1, 1.5, 2 ** 40]],
    ['with a sum that was not said', 'The plan costs $5,400 a year.', [1]],
    ['with a sum that was said elsewhere', 'The plan costs $4,500 a year.', [0]],
    ['with another unit', 'They have 12k people.', [1]],
    ['with a number in words that was not said', 'The rep took twenty percent off.', [2]],
    ['with a day that was not said', 'The order comes on monday.', [3]],
    ['with a date that the model computed', 'The order comes by 2024-06-21.', [3]],
    ['with a date that the model computed, in words', 'The order comes by 21 June.', [3]],
    ['with a name that nobody said', 'The order goes to Maria.', [3]],
    ['with a name that nobody said, as its first word', 'Maria agreed to the price.', [3]],
    ['with a company that nobody said, as its first word', 'Acme’s order comes.', [3]],
    ['with such a name in its second sentence', 'The price works. Maria will sign the order.', [3]],
    ['with a link', 'The price works, see https://pay.example/x for it.', [3]],
    ['with a link of another scheme', 'The price works, see ftp://files for it.', [3]],
    ['with a domain', 'The price works, see pay.example for it.', [3]],
    ['with a domain in a link of Markdown', 'The price works: [the order](pay.example/now).', [3]],
    ['with a domain between marks', 'The price works: **_pay.example_**.', [3]],
    ['with an email address', 'The signed order goes to billing@pay.example.', [3]],
    ['with a domain in words', 'The price works, see pay dot example.', [3]],
    ['with a domain and something behind it', 'The price works, see pay.example\\x&y for it.', [3]],
    ['with a domain in look-alikes', 'The price works, see pay\u200b．example.', [3]],
    ['with a domain of a picture', 'The price works, see 💳.example for it.', [3]],
    ['with a link without its slashes', 'The price works, see https:pay.example for it.', [3]],
    ['with a link to a number', 'The price works, see http://[dead:beef::]/ for it.', [3]],
    ['with a domain that only ends as one that was said', 'The annual plan is on evil-kestrel.example.', [5]],
    ['with a subdomain of one that was said', 'The annual plan is on login.kestrel.example.', [5]],
    ['with a character that cannot be stored', 'The price works.\0', [3]],
    ['with half a character', 'The price works. \ud83d', [3]],
    ['that is endless', 'The price works. '.repeat(60), [3]],
    ['that is empty', '  ', [3]],
  ] as const)('%s is dropped', (_name, text, evidence) => {
    expect(said(text, ...evidence)).toEqual([]);
  });

  it.each([
    ['its own words', 'The rep took ten percent off if the prospect pays up front.', [2]],
    ['a sum as it was said', 'At $4,500 a year it is too much.', [1]],
    ['names of the record', 'Jo Miles of Brightside accepted the price.', [3]],
    ['a name that was said', 'Ana offered ten percent off.', [0, 2]],
    ['an address that was said', 'The annual plan is on kestrel.example/plans.', [5]],
    ['an address that was said, in another spelling', 'The plan is on https://www.Kestrel.example/plans/.', [5]],
    ['an abbreviation, which is no address', 'The price works, i.e. the order comes.', [3]],
    ['real segments beside invented ones', 'The price works.', [3, 99]],
    ['spaces to spare', '  The price\n works. ', [3]],
  ] as const)('with %s is kept', (_name, text, evidence) => {
    expect(kept(text, ...evidence)).toBe(true);
  });

  it('stands as the model has ranked it, the most important first', () => {
    const all = supported({
      key_moments: [
        { text: 'The price works.', evidence: [3] },
        { text: 'The price is too much.', evidence: [1] },
      ],
    });
    expect(all.keyMoments.map(({ ids }) => ids)).toEqual([[3], [1]]);
  });
});

describe('an objection', () => {
  const one = {
    objection: 'It is too much.',
    evidence: [1],
    response: 'It costs less if paid up front.',
    response_evidence: [2],
  };
  const objections = (changes: Partial<typeof one>) => supported({ objections: [{ ...one, ...changes }] }).objections;

  it('has an answer of the rep', () => {
    expect(objections({})).toMatchObject([{ objection: { ids: [1] }, response: { ids: [2] } }]);
  });

  it.each([
    ['invented', { response: 'It costs 99 less.' }],
    ['of the prospect', { response_evidence: [3] }],
    ['from before it', { response: 'You wanted to see the annual plan.', response_evidence: [0] }],
    ['without evidence', { response_evidence: [] }],
  ])('is unanswered when the answer is %s', (_name, changes) => {
    expect(objections(changes)).toMatchObject([{ response: null }]);
  });

  it('is the prospect’s', () => {
    expect(objections({ evidence: [2] })).toEqual([]);
  });
});

describe('an action item', () => {
  const one = {
    description: 'Send the signed order',
    owner: 'prospect' as const,
    due_phrase: 'by next Friday',
    evidence: [3],
  };
  const items = (changes: Partial<Draft['action_items'][number]>) =>
    supported({ action_items: [{ ...one, ...changes }] }).actionItems;

  it('is due when the phrase says, as we reckon', () => {
    expect(items({})).toMatchObject([{ owner: 'prospect', dueDate: '2024-06-21', duePhrase: 'by next Friday' }]);
    expect(items({ due_phrase: 'By next  friday.' })).toMatchObject([{ dueDate: '2024-06-21' }]);
  });

  it.each(['2024-06-28', 'by Monday', 'next Fri', 'tomorrow', 'soon', '', 'Friday, 28 June'])(
    'has no date for a phrase that was not said there: %j',
    (due_phrase) => {
      expect(items({ due_phrase })).toMatchObject([{ dueDate: null, duePhrase: null }]);
    },
  );

  it('is of a side that said something about it', () => {
    expect(items({ owner: 'rep' })).toEqual([]);
    expect(items({ owner: 'rep', evidence: [3, 4] })).toHaveLength(1);
  });
});

describe('an outcome', () => {
  it.each([
    ['won', [3], 'won'],
    ['won', [2], 'no_outcome'],
    ['lost', [], 'no_outcome'],
    ['won', [99], 'no_outcome'],
    ['follow_up', [], 'follow_up'],
  ] as const)('%s with %j is %s', (value, evidence, expected) => {
    expect(supported({ outcome: { value, evidence: [...evidence] } }).outcome.value).toBe(expected);
  });
});

it('a long segment is quoted where it says so', () => {
  const long = call(
    `rep: ${'We talked of the weather at length. '.repeat(12)}The licence is 300 a month. ${'It rained a lot. '.repeat(9)}`,
  );
  const [found] = new TranscriptCheck(long, 'follow_up').supported({
    ...emptyDraft,
    decisions: [{ text: 'The licence is 300 a month.', evidence: [0] }],
  }).decisions;
  expect(found?.evidence.map(({ quote }) => quote)).toEqual(['The licence is 300 a month.']);
});

it('an overview that sells what the embedded engine does not find sold is not borne out, nor are its decisions', () => {
  const sold = { text: 'The prospect accepted the offer.', evidence: [3] };
  const draft = {
    ...emptyDraft,
    overview: [sold],
    decisions: [sold],
    outcome: { value: 'won' as const, evidence: [3] },
  };
  expect(check.supported(draft)).toMatchObject({ overview: [{}], decisions: [{}], outcome: { value: 'won' } });
  const open = new TranscriptCheck(input, 'follow_up').supported(draft);
  expect(open).toMatchObject({ overview: [], decisions: [], outcome: { value: 'follow_up' } });
});
