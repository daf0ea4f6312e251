import { proseFindings } from './prose.ts';

it.each([
  ['Analyse the call anew.', ['“Analyse”: write analyze', '“anew”: write again, or from scratch']],
  ['You can not repeat it.', ['“can not”: write cannot']],
  ['What ends TLS stands before them.', ['begins with what or who: “What ends TLS stands before them. …”']],
  [`Send ${'one more word '.repeat(9)}now.`, ['29 words in one sentence: “Send one more word one more …”']],
])('%s is found', (text, findings) => {
  expect(proseFindings(text)).toEqual(findings);
});

it.each([
  'Analyze the call again.',
  'The field `analyse_anew` is code, and so is this:\n\n```sh\nanalyse --anew\n```',
  'See [the page](../analyse-call/anew.md).',
  'What is a segment?',
  '| one | two |\n| --- | --- |\n| A cell ends a sentence | and so does the next one, however many cells there are in a row |',
])('%s is fine', (text) => {
  expect(proseFindings(text)).toEqual([]);
});

it('holds only words on pages that are older than the rules for sentences', () => {
  expect(proseFindings(`${'word '.repeat(40)}anew.`, { wordsOnly: true })).toEqual([
    '“anew”: write again, or from scratch',
  ]);
});
