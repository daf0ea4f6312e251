import { readDialogue } from './dialogue.ts';
import { bestTold } from './telling.ts';
import type { Speaker } from './summary-engine.ts';

async function told(speaker: Speaker, text: string): Promise<string | null> {
  const { sentences } = await readDialogue([{ speaker, start_ms: 0, end_ms: 1000, text }]);
  return bestTold(sentences)?.text ?? null;
}

describe('what the prospect said, in one clause', () => {
  it.each([
    ['hesitation', 'So, um, there is no money for, for machines, you know.', 'There is no money for machines'],
    [
      'what was begun again',
      "I can't buy a rack with the, I can't buy a rack this year.",
      "They can't buy a rack this year",
    ],
    [
      'a recorder without punctuation',
      "number nine isn't losing money it has never lost one cent",
      "Number nine isn't losing money",
    ],
    ['an opener', "I think the trouble is, people don't pay us before June.", "People don't pay them before June"],
    ['who is spoken to', "Your lorries can't come up our lane, Paul.", "Our lorries can't come up their lane"],
    [
      'what is told of a partner',
      'My wife wants the old bank to stay.',
      "The prospect's wife wants the old bank to stay",
    ],
    [
      'what "it" must be',
      "It's far too expensive for a small shop.",
      'The offer is far too expensive for a small shop',
    ],
    ['a question', 'Are we locked in for three years?', "Asks whether they're locked in for three years"],
    [
      'a question with its own word',
      'What happens to your pump when the ice takes the line down?',
      'Asks what happens to our pump when the ice takes the line down',
    ],
    ['a question without the order of one', 'Sundays are extra?', 'Asks whether Sundays are extra'],
    ['a supposition', 'And what if the line is down for a week?', 'Asks what happens if the line is down for a week'],
    ['a title', 'Then Mr. Bang had no license for gas.', 'Mr. Bang had no license for gas'],
  ])('%s', async (_, text, expected) => expect(await told('prospect', text)).toBe(expected));

  it.each([
    ['a pronoun for its whole object', "They don't like that."],
    ['a pointer', "That's the thing."],
    ['a third person nobody named', 'He would never take it.'],
    ['a fragment', 'For two hundred tons in this weather.'],
    ['a clause that waits for another', 'If the hall is closed from ten.'],
    ['a run-on', 'the lads are here the van is there the office was empty my boss is out'],
    ['a question without an order that can be turned', 'And who puts?'],
    ['an echo', 'Seventy?'],
  ])('nothing: %s', async (_, text) => expect(await told('prospect', text)).toBeNull());
});

describe('what the rep answered', () => {
  it.each([
    [
      'an offer of the rep',
      'I could do the six for ninety, um, with the lids.',
      'We could do the six for ninety, with the lids',
    ],
    [
      'an offer as a question',
      'Could we do one section by the gate first?',
      'We could do one section by the gate first',
    ],
    [
      'whom it is done for',
      "I'll try you again with a price on Thursday.",
      "We'll try them again with a price on Thursday",
    ],
    [
      'two halves that fit in one',
      'Ours takes two weeks, and our people do all of the work.',
      'Ours takes two weeks, and our people do all of the work',
    ],
  ])('%s', async (_, text, expected) => expect(await told('rep', text)).toBe(expected));

  it.each([
    ['praise of a question', "That's a good question."],
    ['a question back', 'What had you budgeted?'],
  ])('nothing: %s', async (_, text) => expect(await told('rep', text)).toBeNull());
});
