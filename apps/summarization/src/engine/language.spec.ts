import { languagesOf } from './language.ts';

const said = (...texts: readonly string[]) => languagesOf(texts.map((text) => ({ text })));
const english = 'That is more than we can spend on it this year, I am afraid, but send me what you have.';
const spanish = 'Mi socio no quiere gastar tanto dinero este año, mándeme otra propuesta antes del viernes por favor.';

it('names, numbers and a greeting are too little to tell', () => {
  expect(said('Acme Dental, Maria.', 'Namaste ji. Haan.', 'Twelve. Forty-five fifty.')).toEqual({
    other: false,
    unread: new Set(),
  });
});

it('a part in another language ends where English begins again', () => {
  expect([...said(english, spanish, spanish, english, english).unread]).toEqual([1, 2]);
});

it('two such parts are two, and what lies between them is read', () => {
  expect([...said(spanish, spanish, english, spanish, spanish).unread]).toEqual([0, 1, 3, 4]);
});

it('a few words of English make no English call', () => {
  expect(said(spanish, spanish, spanish, spanish, spanish, english, spanish, spanish).other).toBe(true);
  expect(said(spanish, spanish, english, english, english).other).toBe(false);
});

it('words of a script without spaces are counted by their characters', () => {
  expect(said('我打电话是想问一下上周给您发的报价。', '看过了，但是价格对我们来说太高了。').other).toBe(true);
});

it('work grows with the words, not faster', () => {
  const steps = (count: number) => {
    let read = 0;
    const watched = Array.from({ length: count }, (_, index) => ({
      get text() {
        read += 1;
        return index % 7 < 3 ? spanish : english;
      },
    }));
    languagesOf(watched);
    return read;
  };
  expect(steps(4_000)).toBe(10 * steps(400));
});
