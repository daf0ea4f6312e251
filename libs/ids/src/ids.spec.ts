import fc from 'fast-check';
import { idFromUuid, isId, newId, uuidFromId, uuidv7 } from './ids.ts';

describe('ids', () => {
  it('have the form prefix_ and 26 lower-case base32 characters', () => {
    expect(newId('call')).toMatch(/^call_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(idFromUuid('evt', '00000000-0000-0000-0000-000000000000')).toBe(`evt_${'0'.repeat(26)}`);
    expect(idFromUuid('evt', 'FFFFFFFF-ffff-ffff-ffff-ffffffffffff')).toBe(`evt_7${'z'.repeat(25)}`);
  });

  it('give their UUID back', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => uuidFromId('con', idFromUuid('con', uuid)) === uuid));
  });

  it('sort like their UUIDs', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        (left, right) => left < right === idFromUuid('act', left) < idFromUuid('act', right),
      ),
    );
  });

  it('sort by the time they were made', () => {
    const made = Array.from({ length: 1_000 }, () => newId('call'));
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(made.length);
  });

  it('are told from other texts', () => {
    fc.assert(fc.property(fc.string(), (text) => !isId('call', text)));
    const id = newId('call');
    expect([
      isId('call', id),
      isId('con', id),
      isId('call', id.toUpperCase()),
      isId('call', `${id}0`),
      isId('call', `call_8${'0'.repeat(25)}`),
    ]).toEqual([true, false, false, false, false]);
    expect(uuidFromId('con', id)).toBeUndefined();
    expect(() => idFromUuid('evt', 'no uuid')).toThrow(TypeError);
  });

  it('come from version 7 UUIDs', () => {
    expect(uuidv7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });
});
