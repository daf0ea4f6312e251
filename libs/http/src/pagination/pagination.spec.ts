import fc from 'fast-check';
import { testKeys } from '@ci/config/test-keys';
import { decodeCursor, encodeCursor, type CursorContext, type Keyset } from './cursor.ts';
import { pageOf } from './page.ts';

const context: CursorContext = { list: 'calls', workspaceId: 'wsp_1', keys: testKeys('c1') };
const keysets = fc.record({
  createdAt: fc.date({
    noInvalidDate: true,
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
  }),
  id: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
});
const place: Keyset = { createdAt: new Date('2026-01-02T03:04:05.678Z'), id: 'call_1' };

describe('a cursor', () => {
  it('gives back the place it was made of', () => {
    fc.assert(
      fc.property(keysets, (keyset) => expect(decodeCursor(encodeCursor(keyset, context), context)).toEqual(keyset)),
    );
  });

  it('is safe in a URL', () => {
    fc.assert(fc.property(keysets, (keyset) => /^[\w-]+$/.test(encodeCursor(keyset, context))));
  });

  it('is refused with any one character changed, left out or added', () => {
    const cursor = encodeCursor(place, context);
    fc.assert(
      fc.property(
        fc.nat({ max: cursor.length - 1 }),
        fc.constantFrom('A', 'a', '0', '_', '-', '.', '=', '+', '/', ' '),
        (at, character) => {
          fc.pre(cursor[at] !== character);
          for (const changed of [
            cursor.slice(0, at) + character + cursor.slice(at + 1),
            cursor.slice(0, at) + cursor.slice(at + 1),
            cursor.slice(0, at) + character + cursor.slice(at),
          ]) {
            if (changed !== cursor)
              expect(() => decodeCursor(changed, context)).toThrow('cursor is not a cursor of this list');
          }
        },
      ),
    );
  });

  it('is refused whatever else it is', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(() => decodeCursor(text, context)).toThrow('cursor')));
    expect(() => decodeCursor('A'.repeat(100_000), context)).toThrow('cursor');
  });

  it('is refused by another list, another workspace, and keys that are not ours', () => {
    const cursor = encodeCursor(place, context);
    for (const other of [
      { ...context, list: 'contacts' },
      { ...context, workspaceId: 'wsp_2' },
      { ...context, keys: testKeys('c2') },
    ]) {
      expect(() => decodeCursor(cursor, other)).toThrow(
        expect.objectContaining({ code: 'invalid_request', param: 'cursor' }),
      );
    }
  });

  it('outlives a change of the key', () => {
    expect(decodeCursor(encodeCursor(place, context), { ...context, keys: testKeys('c2', 'c1') })).toEqual(place);
  });
});

describe('pageOf', () => {
  const rows = Array.from({ length: 4 }, (_, index) => ({ at: new Date(1_000 - index), id: `call_${index}` }));
  const page = (count: number, url = '/v1/calls?limit=3&outcome=won&cursor=old&a=%2B%20') => {
    const headers = new Map<string, unknown>();
    const reply = { header: (name: string, value: unknown) => headers.set(name, value) } as never;
    const result = pageOf(rows.slice(0, count), {
      ...context,
      limit: 3,
      keysetOf: ({ at, id }) => ({ createdAt: at, id }),
      toItem: ({ id }) => id,
      request: { url },
      reply,
    });
    return { ...result, link: headers.get('link') };
  };

  it('shows the limit and says that there are more when one more was found', () => {
    const { data, has_more, next_cursor, link } = page(4);
    expect([data, has_more]).toEqual([['call_0', 'call_1', 'call_2'], true]);
    expect(decodeCursor(next_cursor ?? '', context)).toEqual({ createdAt: rows[2]?.at, id: 'call_2' });
    expect(link).toBe(`</v1/calls?limit=3&outcome=won&cursor=${next_cursor}&a=%2B+>; rel="next"`);
    expect(page(4, '/v1/calls').link).toBe(`</v1/calls?cursor=${next_cursor}>; rel="next"`);
  });

  it('ends without a cursor and without a link', () => {
    expect(page(3)).toEqual({
      data: ['call_0', 'call_1', 'call_2'],
      has_more: false,
      next_cursor: null,
      link: undefined,
    });
    expect(page(0)).toEqual({ data: [], has_more: false, next_cursor: null, link: undefined });
  });
});
