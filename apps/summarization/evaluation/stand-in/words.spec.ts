import { contentWords, WordWeights } from './words.ts';

describe('words of content', () => {
  it.each([
    ['Ten thousand eight hundred shekels', '10,800 shekels'],
    ['twenty-six hundred', '2,600'],
    ['one thousand five hundred and eight a month', '1508 a month'],
    ['by the ninth of March', 'by March 9'],
    ['nine clinics', '9 clinic'],
    ['shipping it', 'shipped'],
  ])('are the same in “%s” and “%s”', (said, written) => {
    expect([...contentWords(said)].sort()).toEqual([...contentWords(written)].sort());
  });

  it('are the month, the day and the year of a date', () => {
    expect(contentWords('Send it by 2026-03-09')).toEqual(['send', 'march', '9', '2026']);
  });

  it('are not the words with which any statement is told', () => {
    expect(contentWords('The prospect objected that they would have to; the rep answered that it is fine')).toEqual([]);
  });

  it('keep numbers apart that are no sum', () => {
    expect(contentWords('three seventy-five')).toEqual(['3', '75']);
  });
});

describe('weights of words', () => {
  const weights = new WordWeights([{ text: 'The van stands' }, { text: 'A van comes' }, { text: 'Wind, a van' }]);

  it('are greater for what stands in fewer segments', () => {
    expect(weights.of('wind')).toBeGreaterThan(weights.of('van'));
    expect(weights.of('permit')).toBeGreaterThan(weights.of('wind'));
  });

  it('make the share of what is shared', () => {
    expect(weights.share(['wind', 'van'], new Set(['wind']))).toBeGreaterThan(0.5);
    expect(weights.share([], new Set(['wind']))).toBe(0);
  });
});
