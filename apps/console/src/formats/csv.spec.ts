import { csvOf } from './csv.ts';

it('a table is lines of cells, quoted where they have to be', () => {
  const rows = [
    ['Acme, Ltd', 7, null],
    ['He said "yes"', -1, true],
    ['two\nlines', 0, ''],
  ];
  expect(csvOf(['Name', 'Score', 'Note'], rows)).toBe(
    '\uFEFFName,Score,Note\r\n"Acme, Ltd",7,\r\n"He said ""yes""",-1,true\r\n"two\nlines",0,\r\n',
  );
});

it.each(['=1+1', '+49 30', '-2', '@sum', '\tx'])('%j is no formula', (text) => {
  expect(csvOf(['a'], [[text]])).toBe(`\uFEFFa\r\n'${text}\r\n`);
});
