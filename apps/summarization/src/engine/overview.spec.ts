import { call } from './call.fixture.ts';
import { clauseOf, insideSentence } from './clauses.ts';
import { readDialogue } from './dialogue.ts';
import { findKeyMoments } from './key-moments.ts';
import type { Findings } from './key-moments.ts';
import { nounPhrase } from './noun-phrase.ts';
import { overviewOptions } from './overview.ts';
import { sumOf } from './price.ts';
import { nextStep } from './next-step.ts';
import type { Span, SpanKind } from './spans.ts';
import type { AnalysisInput, Outcome } from './summary-engine.ts';

const said = [
  'rep: We have a milking robot for you, the robot comes with a service contract.',
  'prospect: The robot is too dear for us.',
  "rep: It's nineteen thousand a robot.",
  'prospect: So we take two robots.',
  'rep: I will send you the contract.',
];
const record = { rep: { name: 'Ada' }, prospect: { name: 'Dr. Ben Low', company: 'Northmill Ltd.', email: null } };

async function written(
  found: Partial<Findings> & { readonly outcome?: Findings['outcome'] },
  {
    lines = said,
    spans = [],
    topics = null,
  }: { lines?: string[]; spans?: [SpanKind, string, number, salience?: number][]; topics?: string | null } = {},
) {
  const input: AnalysisInput = { ...call(...lines), ...record };
  const dialogue = await readDialogue(input.segments);
  const at = (place: number) => [dialogue.sentences[place] ?? dialogue.sentences.slice(-1)].flat().slice(0, 1);
  const found_: Findings = {
    commitments: [],
    objections: [],
    decisions: [],
    appointments: [],
    outcome: { outcome: 'follow_up', evidence: at(4) },
    ...found,
  };
  const marked = spans.flatMap(([kind, text, place, salience = 0.9]): Span[] =>
    at(place).map((sentence) => ({ kind, text, sentence, weight: 0.9, salience })),
  );
  return {
    overview: overviewOptions(
      dialogue,
      found_,
      input,
      marked,
      topics === null ? null : { text: topics, evidence: at(0) },
    ).flatMap((options) => options[0]?.text ?? []),
    moments: findKeyMoments(dialogue, found_, { names: ['Ada', 'Northmill'], spans: marked }).map(({ text }) => text),
    at,
    dialogue,
  };
}

const { sentences } = await readDialogue(call(...said).segments);
const evidence = (place: number) => sentences.slice(place, place + 1);
const objection = (text: string, response: string | null = null, weight = 1) => ({
  objection: { text, evidence: evidence(1) },
  response: response === null ? null : { text: response, evidence: evidence(2) },
  weight,
});
const decision = (text: string) => ({
  text,
  evidence: evidence(3),
  appointment: false,
  bought: false,
  order: false,
  weight: 2,
});
const outcome = (value: Outcome) => ({ outcome: { outcome: value, evidence: evidence(4) } });

describe('the overview', () => {
  it('told who with whom about what, the concern and its answer, the terms and the step with its date', async () => {
    const { overview } = await written(
      {
        ...outcome('won'),
        objections: [objection('The robot is too dear for them.', 'The robot comes with the service contract.')],
        decisions: [decision('Northmill takes two robots.'), decision('Start in May.')],
        commitments: [
          { description: 'Send Ben Low the contract', owner: 'rep', due: '2025-12-19', evidence: evidence(4) },
        ],
      },
      { topics: 'the milking robot' },
    );
    expect(overview).toEqual([
      'Ada and Dr Ben Low of Northmill Ltd talked about the milking robot.',
      'The prospect objected that the robot is too dear for them; the rep answered that the robot comes with the service contract.',
      'They agreed that Northmill takes two robots.',
      'The prospect agreed to go ahead; next, the rep will send Ben Low the contract by December 19, 2025.',
    ]);
  });
  it('names no topic where none is known', async () => {
    expect((await written({})).overview).toEqual([
      'Ada and Dr Ben Low of Northmill Ltd talked.',
      'The deal is still open.',
    ]);
  });
  it('names terms that have no verb, and takes the month of May for none', async () => {
    const overviewOf = async (...terms: string[]) => (await written({ decisions: terms.map(decision) })).overview;
    expect(await overviewOf('The terms are two rooms a day', 'The terms are thirty beds, ten of them wide')).toContain(
      'They agreed on two rooms a day, and on thirty beds, ten of them wide.',
    );
    expect(await overviewOf('Twelve months from May first')).toHaveLength(2);
    expect(await overviewOf('Half January half May without extra')).toHaveLength(2);
    expect(await overviewOf('First wages for July, paid on tenth August')).toHaveLength(2);
  });
  it('named a price that was none, or none at all', async () => {
    const { overview } = await written(outcome('lost'), { spans: [['price', "It's nineteen thousand a robot", 2]] });
    expect(overview.slice(1)).toEqual([
      'The rep named a price of nineteen thousand a robot.',
      'The prospect declined.',
    ]);
  });
  it.each(['fifteen hundred liters', 'two fifty, six hundred', 'sixteen hundred'])(
    'named as the price a measure, two sums or one that is never said again: %s',
    async (sum) => {
      const { overview } = await written(outcome('lost'), { spans: [['price', sum, 2]] });
      expect(overview).not.toContain(`The rep named a price of ${sum}.`);
    },
  );
  it('names a bare sum that is said again', async () => {
    const { overview } = await written(outcome('lost'), {
      spans: [
        ['price', 'sixteen hundred', 2],
        ['price', 'sixteen hundred', 4],
      ],
    });
    expect(overview).toContain('The rep named a price of sixteen hundred.');
  });
  it('told an answer to something else behind the concern', async () => {
    const { overview } = await written({
      objections: [objection('The robot is too dear for them.', 'The barn is empty.')],
    });
    expect(overview[1]).toBe('The prospect objected that the robot is too dear for them.');
  });
  it.each([
    ['They pay eighteen percent more for four sleepy people.', 'The prospect raised doubts about the price.'],
    ['The price is too high for their budget.', 'The prospect objected that the price is too high for their budget.'],
  ])('says that the concern is the price, in the words that say so: %s', async (text, expected) => {
    expect((await written({ objections: [objection(text)] })).overview[1]).toBe(expected);
  });
  it('told as the concern what holds nothing against the offer', async () => {
    const { overview } = await written({ objections: [objection('They were talking to the vet last night.')] });
    expect(overview).toHaveLength(2);
  });
  it('told the last promise as the next step: the one that the call leads to is told', async () => {
    const { at, dialogue } = await written({});
    const promise = (description: string, place: number) => ({
      description,
      owner: 'rep' as const,
      due: null,
      evidence: at(place),
    });
    const options = [promise('Send the prospect the lease', 0), promise('Call the prospect', 4)];
    const leadsOn = ({ segment }: { segment: number }) => (segment === 0 ? 0.9 : 0.1);
    expect(nextStep(dialogue, options, leadsOn)).toBe(options[0]);
  });
  it('named the last price that was said: the one that the call turns on is named', async () => {
    const { overview, moments } = await written(outcome('lost'), {
      spans: [
        ['price', 'nineteen thousand a robot', 2, 0.8],
        ['price', 'eighty euros a month', 4, 0.3],
      ],
    });
    expect(overview).toContain('The rep named a price of nineteen thousand a robot.');
    expect(moments.filter((one) => one.includes('price of'))).toEqual([
      'The rep names a price of nineteen thousand a robot.',
    ]);
  });
  it.each(['There is no way that they go.', 'That is too much for one.', 'They never see it.'])(
    'told as the concern what nobody understands who was not there: %s',
    async (text) => {
      expect((await written({ objections: [objection(text)] })).overview).toHaveLength(2);
    },
  );
  it.each([
    'They are worried, they have no people, it is winter.',
    'Asks “So what?”.',
    'It’s a, it’s a museum.',
    'You never told us.',
  ])('put into a sentence what fits in none: %s', async (text) => {
    expect((await written({ objections: [objection(text)] })).overview).toHaveLength(2);
  });
  it('told a doubtful objection as the main concern', async () => {
    const { overview } = await written({
      objections: [objection('They had rain in May.', null, 0.3), objection('The robot is too dear.', null, 0.9)],
    });
    expect(overview[1]).toBe('The prospect objected that the robot is too dear.');
  });
  it.each(['Put it back', 'Be there now', 'Call when the prospect come down', 'Steal the water'])(
    'named as the next step what nobody understands: %s',
    async (description) => {
      const { overview } = await written({
        commitments: [{ description, owner: 'rep', due: null, evidence: evidence(4) }],
      });
      expect(overview.at(-1)).toBe('The deal is still open.');
    },
  );
  it('took a message on a machine for a talk', async () => {
    const lines = [
      "prospect: You've reached Ben, leave a message.",
      'rep: Hi Ben, the robot is here, I will ring you on Monday.',
    ];
    const { overview } = await written({}, { lines });
    expect(overview).toEqual(['Ada left Dr Ben Low of Northmill Ltd a message.', 'No sales conversation took place.']);
  });
});

describe('key moments', () => {
  it('put “Objection:” and “Decision:” before clipped words', async () => {
    const { moments } = await written({
      ...outcome('lost'),
      objections: [objection('The robot is too dear for them.')],
      decisions: [decision('Northmill takes two robots.')],
    });
    expect(moments).toEqual([
      'The prospect objects that the robot is too dear for them.',
      'They agree that Northmill takes two robots.',
      'The prospect declines.',
    ]);
  });
  it('names a price that a span marks', async () => {
    const { moments } = await written({}, { spans: [['price', 'nineteen thousand a robot', 2]] });
    expect(moments).toContain('The rep names a price of nineteen thousand a robot.');
  });
});

describe('what words name', () => {
  it.each([
    ["it's a trailer pump", 'a trailer pump'],
    ['your patient lifts', 'the patient lifts'],
    ['a locked cart, a yellow one', 'a locked cart'],
    ['forty tubes of LED', 'forty tubes of LED'],
    ['with Rhodri', null],
    ['twenty percent', null],
    ['it goes straight to the office', null],
    ['Mondays and Wednesdays at seven in the morning', null],
    ['Four mornings', null],
  ])('%s', (words, thing) => expect(nounPhrase(words)).toBe(thing));
  it.each([
    ["it's eighteen bucks a chart", 'eighteen bucks a chart'],
    ['$4,200 a year', '$4,200 a year'],
    ['twenty percent', null],
    ["it's twenty-five more", null],
    ['the deposit of fifteen hundred', null],
  ])('a price: %s', (words, sum) => expect(sumOf(words)).toBe(sum));
});

describe('a statement inside a sentence', () => {
  it.each([
    ['rep', 'We can push the first payment.', 'they can push the first payment'],
    ['rep', 'We can help them.', 'the rep can help the prospect'],
    ['rep', 'We know what they need.', null],
    ['prospect', 'Our price is fixed.', "the rep's price is fixed"],
    ['prospect', 'Ada was late.', 'Ada was late'],
    ['prospect', 'Freezers fail in June.', null],
    ['prospect', 'Freezers failed in June.', 'freezers failed in June'],
  ] as const)('%s: %s', async (speaker, text, inside) => {
    const dialogue = await readDialogue(call(...said).segments);
    expect(clauseOf(text, speaker, insideSentence(dialogue, ['Ada']))?.text ?? null).toBe(inside);
  });
});
