import { languageOf } from '../formats/language.ts';
import { texts as german } from './de.ts';
import { texts as english } from './en.ts';
import { texts as spanish } from './es.ts';

describe('the language of the page', () => {
  it.each([
    [['de', 'en'], 'de'],
    [['es-MX', 'en'], 'es'],
    [[null, 'fr-FR', 'DE-at'], 'de'],
    [['fr'], 'en'],
    [[null], 'en'],
    [['toString'], 'en'],
  ])('for %j is %s', (tags, expected) => {
    expect(languageOf(tags)).toBe(expected);
  });
});

describe.each([
  ['German', german],
  ['Spanish', spanish],
])('%s', (_, catalog) => {
  it('says something wherever English does, and shows every value that English shows', () => {
    const faults = [...textsOf(english)].filter(([place, text]) => {
      const other = at(catalog, place);
      if (typeof text !== 'function')
        return typeof other !== 'string' || (other.trim() === '') !== (text.trim() === '');
      const values = Array.from({ length: text.length }, (_unused, index) => 70 + index);
      const shown = values.filter((value) => text(...values).includes(String(value)));
      return !shown.every((value) => (other as typeof text)(...values).includes(String(value)));
    });
    expect(faults.map(([place]) => place.join('.'))).toEqual([]);
  });
});

type Text = string | ((...values: readonly unknown[]) => string);

function* textsOf(value: unknown, place: readonly string[] = []): Generator<[readonly string[], Text]> {
  if (typeof value === 'string' || typeof value === 'function') yield [place, value as Text];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* textsOf(inner, [...place, key]);
  }
}

function at(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key], value);
}
