import { erased, isErased, type Erased } from './erased.ts';
import { combineCatalogues, defineEvents, UnknownEvent, type EventInAnyVersion } from './event-catalogue.ts';

type TitleEvent = {
  readonly type: 'Titled';
  readonly data: { readonly words: number; readonly language: string };
  readonly personal: { readonly title: string } | Erased;
};
type CallEvent = TitleEvent | { readonly type: 'Recorded'; readonly data: { readonly seconds: number } };

const withWords = (event: EventInAnyVersion): EventInAnyVersion => ({
  ...event,
  data: {
    ...event.data,
    words: isErased(event.personal) ? 0 : String(event.personal?.['title']).split(' ').length,
  },
});
const withLanguage = (event: EventInAnyVersion): EventInAnyVersion => ({
  ...event,
  data: { ...event.data, language: 'und' },
});

const catalogue = defineEvents<CallEvent>({
  Titled: { version: 3, upcast: { 1: withWords, 2: withLanguage } },
  Recorded: { version: 1, apart: { transcript: [] } },
});

describe('an event catalogue', () => {
  it('brings an event up through every version between', () => {
    expect(catalogue.upcast({ type: 'Titled', data: {}, personal: { title: 'a b c' } }, 1)).toEqual({
      type: 'Titled',
      data: { words: 3, language: 'und' },
      personal: { title: 'a b c' },
    });
  });

  it('starts at the version an event was stored in', () => {
    expect(catalogue.upcast({ type: 'Titled', data: { words: 7 }, personal: { title: 'a b c' } }, 2)).toMatchObject({
      data: { words: 7, language: 'und' },
    });
  });

  it('leaves an event of today as it is', () => {
    const event = { type: 'Recorded', data: { seconds: 5 } };
    expect(catalogue.upcast(event, 1)).toBe(event);
  });

  it('hands an erased personal part to the upcasters', () => {
    expect(catalogue.upcast({ type: 'Titled', data: {}, personal: erased }, 1)).toEqual({
      type: 'Titled',
      data: { words: 0, language: 'und' },
      personal: erased,
    });
  });

  it('tells under which version an event is stored', () => {
    expect(catalogue.versionOf('Titled')).toBe(3);
  });

  it('tells what stands in the place of members that are kept apart', () => {
    expect([catalogue.apartOf('Recorded'), catalogue.apartOf('Titled')]).toEqual([{ transcript: [] }, {}]);
  });

  it.each(['Renamed', 'toString', '__proto__'])('does not know %s', (type) => {
    expect(() => catalogue.versionOf(type)).toThrow(UnknownEvent);
    expect(() => catalogue.upcast({ type, data: {} }, 1)).toThrow(UnknownEvent);
  });

  it('refuses an event of a version from the future', () => {
    expect(() => catalogue.upcast({ type: 'Recorded', data: {} }, 2)).toThrow(UnknownEvent);
  });

  it('can not be declared with a gap in its upcasters', () => {
    const declare = () => defineEvents<TitleEvent>({ Titled: { version: 3, upcast: { 2: withLanguage } } });
    expect(declare).toThrow('event Titled: no upcaster from version 1');
  });

  it('can not be declared with an upcaster that leads nowhere', () => {
    const declare = () => defineEvents<TitleEvent>({ Titled: { version: 1, upcast: { 1: withWords } } });
    expect(declare).toThrow('event Titled: upcaster from version 1 leads nowhere');
  });

  it('combines with others, unless they share an event', () => {
    const other = defineEvents<{ type: 'Deleted'; data: object }>({
      Deleted: { version: 4, upcast: { 1: withWords, 2: withWords, 3: withWords } },
    });
    const both = combineCatalogues<CallEvent | { type: 'Deleted'; data: object }>(catalogue, other);
    expect([both.versionOf('Titled'), both.versionOf('Deleted')]).toEqual([3, 4]);
    expect(() => combineCatalogues(both, other)).toThrow('event Deleted is declared in two catalogs');
  });
});

describe('erased', () => {
  it('is recognised by its shape', () => {
    expect([erased, { erased: true }].map(isErased)).toEqual([true, true]);
  });

  it.each([undefined, null, 'erased', true, {}, { erased: false }, { erased: true, name: 'x' }])(
    'is not %p',
    (value) => {
      expect(isErased(value)).toBe(false);
    },
  );
});
