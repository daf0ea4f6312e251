import { listedActions, listedDecisions, listedObjections, nextStepsOf, type ActionEntry } from './listed.ts';

const entry = (text: string, from = 0.5, weight = 1) => ({ text, from, until: from, weight });
const action = (text: string, more: Partial<ActionEntry> = {}): ActionEntry => ({
  ...entry(text),
  owner: 'rep',
  due: null,
  ...more,
});
const texts = (entries: readonly { readonly text: string }[]) => entries.map(({ text }) => text);
const many = Array.from({ length: 60 }, (_, index) =>
  entry(`Send number${'x'.repeat(index)} catalog${'y'.repeat(index)}`, index / 60, index % 7),
);

it('lists follow the length of the call, with the weightiest, in order of mention', () => {
  for (const [list, short, long] of [
    [(minutes: number) => listedObjections(many, minutes), 5, 10],
    [(minutes: number) => listedDecisions(many, [], minutes), 4, 7],
    [
      (minutes: number) =>
        listedActions(
          many.map((one) => action(one.text, one)),
          minutes,
        ),
      5,
      10,
    ],
  ] as const) {
    expect(list(2)).toHaveLength(short);
    expect(list(30)).toHaveLength(long);
    expect(list(2).every(({ weight }) => weight === 6)).toBe(true);
    const places = list(30).map(({ from }) => from);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  }
});

it('a promise made twice is listed once, with the weightier words; on two days it is two', () => {
  const weak = action('Send the revised quote for pumps', { weight: 0.4 });
  const strong = action('Send them the revised quote for the pumps', { weight: 0.9, due: '2026-01-05' });
  expect(texts(listedActions([weak, strong], 5))).toEqual([strong.text]);
  expect(
    listedActions(
      [
        { ...weak, due: '2026-01-07' },
        { ...strong, due: null },
      ],
      5,
    ),
  ).toMatchObject([{ text: strong.text, due: '2026-01-07' }]);
  const later = { ...weak, due: '2026-01-09' };
  expect(listedActions([later, strong], 5)).toHaveLength(2);
  expect(listedActions([{ ...weak, owner: 'prospect' }, strong], 5)).toHaveLength(2);
});

it('two things that are sent to the same person were listed as one', () => {
  const sent = ['list', 'commercial offer in writing', 'pages about fatigue'].map((object, index) =>
    action(`Send the prospect the ${object}`, { from: index / 4, due: '2026-01-05' }),
  );
  expect(listedActions(sent, 5)).toHaveLength(3);
});

it('an action item without its object is not listed', () => {
  expect(texts(listedActions([action('Send it over'), action('Send the invoice')], 5))).toEqual(['Send the invoice']);
});

it('what is to be done is no decision, too, and two objections in nearly the same words are one', () => {
  const decision = entry('Send the revised contract on Monday');
  expect(listedDecisions([decision], [action('Send the revised contract')], 5)).toEqual([]);
  const same = [entry('The lease is too dear for the farm'), entry('The farm says that the lease is too dear')];
  expect(listedObjections(same, 5)).toHaveLength(1);
});

describe('next steps', () => {
  const step = (text: string, until: number, dated: boolean) => ({ ...entry(text, until), dated });

  it('are no copy of all that was promised: what was said in the end with a day', () => {
    const steps = [step('Early catalog', 0.1, true), step('Late quote', 0.9, true), step('Late leaflet', 0.8, false)];
    expect(texts(nextStepsOf(steps, 5))).toEqual(['Late quote']);
  });

  it('without a day are what was said in the end, and else the last thing that was said', () => {
    expect(texts(nextStepsOf([step('Early catalog', 0.1, true), step('Late leaflet', 0.8, false)], 5))).toEqual([
      'Late leaflet',
    ]);
    expect(texts(nextStepsOf([step('Early catalog', 0.1, false), step('Sample box', 0.3, false)], 5))).toEqual([
      'Sample box',
    ]);
    expect(nextStepsOf([], 5)).toEqual([]);
  });
});
