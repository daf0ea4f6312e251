import { answerForPeople } from './answer-for-people.ts';
import type { Finding } from './finding.ts';

const fine: Finding = { answer: 'yes', what: 'working tree', against: 'abc', why: 'nothing differs' };
const refused: Finding = {
  answer: 'no',
  what: 'the public API',
  against: 'openapi-1.0.0',
  why: 'two changes:\na\nb',
  remedy: 'take it back',
};

it('a yes is a table and one line', () => {
  expect(answerForPeople({ service: 'contacts', version: '1.1.0', deploy: 'yes', findings: [fine] })).toBe(
    'yes  working tree  abc  nothing differs\n\ncontacts 1.1.0 can be deployed: yes',
  );
});

it('a no says what to do, once for each thing', () => {
  const findings = [fine, refused, refused];
  expect(answerForPeople({ service: 'contacts', version: '1.1.0', deploy: 'no', findings }).split('\n')).toEqual([
    'yes  working tree    abc            nothing differs',
    'no   the public API  openapi-1.0.0  two changes:',
    '                                    a',
    '                                    b',
    'no   the public API  openapi-1.0.0  two changes:',
    '                                    a',
    '                                    b',
    '',
    'What to do:',
    '  the public API: take it back',
    '',
    'contacts 1.1.0 can be deployed: no, for 2 reasons',
  ]);
});
