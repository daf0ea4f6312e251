import { isOrder, isTerm, isTold, mended, readsWell } from './well-written.ts';

describe('how a statement reads', () => {
  it.each([
    'The terms are hang on, five hundred',
    'Until the tenth, yeah, they can do that',
    'The price is fifteen for the, for the pallets',
    'We told them that you never called',
    'They have the the boiler',
    'They asked us for a',
    'The rep will planned to be on site',
    'It is “so what”',
  ])('listed speech, a beginning or an end cut off: %s', (text) => expect(readsWell(text)).toBe(false));
  it.each([
    'The supplier guarantees spare parts',
    'They will need two',
    'A condition that the supplier guarantees spare parts',
  ])('listed as it is: %s', (text) => expect(readsWell(text)).toBe(true));
});

describe('an order', () => {
  it.each([
    'Send fast',
    'Send the prospect the person',
    'Send the rep one week',
    'Submit hers',
    'Send the prospect the new one, with a big stamp',
    'Try the prospect',
    'Write the rep a paper how many',
    'Come and take them the hotel’s empty'.replace('’', "'"),
    'Give the prospect the two options by',
    'Do a short one',
    'Come for the old ones',
    'Pass around two',
    'Put the plate test',
    'Have the number',
    'Send sandeep',
    "Call the rep about the report's",
    'Call',
  ])('named no object, or ran on: %s', (text) => expect(isOrder(text)).toBe(false));
  it.each([
    'Sign the contract',
    'Send the prospect the contract',
    'Send the redline',
    'Call the prospect',
    'Tell the rep what the bank says',
    'Put the form in',
    'Ask the technician',
  ])('says what is to be done: %s', (text) => expect(isOrder(text)).toBe(true));
  it.each([
    ['Write the rep, the answer', 'Write the rep the answer'],
    ['Bring the own boss', 'Bring the boss'],
    ['Send that the report', 'Send the report'],
    ['Give the prospect that two pages', 'Give the prospect the two pages'],
    ["Have both numbers for the prospect by, today's", 'Have both numbers for the prospect'],
    ['Mail the prospect options to the the prospect', 'Mail the prospect options to the prospect'],
    ['Send the survey by the thirty first', 'Send the survey'],
    ['Bring a azalea what color', 'Bring an azalea'],
    ['Measure the other two buildings good', 'Measure the other two buildings'],
    ['Send the prospect a note that withdraws it', 'Send the prospect a note that withdraws it'],
    ['Come back to the prospect', 'Get back to the prospect'],
    ['Put a pan by', 'Put a pan by'],
    ['Call the prospect, instead', 'Call the prospect'],
    ['Send the price sooner', 'Send the price'],
    ['Send the contract and the boss mr terhorst signs', 'Send the contract'],
    ['Send the comparison, twentieth', 'Send the comparison'],
  ])('left a slip of the cutter: %s', (order, text) => expect(mended(order)).toBe(text));
});

describe('a clause told in the third person', () => {
  it.each([
    'Craig, pencilled is no promise',
    'Desmond they tell us straight eight ninety',
    'They do they don’t want to be in the box'.replace('’', "'"),
    'We have sent they neither of the prices',
    'Two, that they do not pay the eleven at once',
    'A back office computer that’s got a floppy drive'.replace('’', "'"),
    'When they arrived at the point nine he says',
    'They asked him for a plan three times',
    'The point is four, he says',
    'They have the convex here and they see the head they see something like a spine but it is gray',
  ])('told somebody spoken to, half a sentence or a stranger: %s', (text) => expect(isTold(text)).toBe(false));
  it.each([
    'Our price is higher than what they budgeted for',
    'If it is our drum then we write the claim',
    'Their accountant says that he needs it in writing',
    'They don’t want to rent a mat'.replace('’', "'"),
    'Sometimes, they pay late',
  ])('stands alone: %s', (text) => expect(isTold(text)).toBe(true));
});

describe('a term', () => {
  it.each([
    'It is month by month after the first six',
    'The rep will stand it up straight',
    'They would like somebody to come',
    'Over four, it is a claim anyway',
    'For the hole, we have a plug',
    'The first of August is a Saturday',
  ])('was no term, or nobody knew of what: %s', (text) => expect(isTerm(text)).toBe(false));
  it.each(['The old one stays in for two winters', 'The terms are two rooms a day'])('is one: %s', (text) =>
    expect(isTerm(text)).toBe(true),
  );
});
