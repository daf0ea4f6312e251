import fc from 'fast-check';
import type { OutboxRow } from './outbox-rows.ts';
import { planSends } from './send-plan.ts';

const large = 'x'.repeat(100_001);
const row = (id: number, key: string, isLarge: boolean): OutboxRow => ({
  id: String(id),
  topic: 'call.ended',
  key,
  headers: {},
  payload: isLarge ? large : '{}',
});

describe('planSends', () => {
  it('keeps the order per key, loses nothing and compresses the large ones alone', () => {
    const rows = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 40 })
      .map((specs) => specs.map(([key, isLarge], id) => row(id, key, isLarge)));
    fc.assert(
      fc.property(rows, (planned) => {
        const sends = planSends(planned);
        const sent = sends.flatMap((send) => send.rows);
        for (const key of ['a', 'b', 'c']) {
          expect(sent.filter((one) => one.key === key)).toEqual(planned.filter((one) => one.key === key));
        }
        expect(sent).toHaveLength(planned.length);
        for (const send of sends) expect(send.rows.every((one) => one.payload === large)).toBe(send.compressed);
      }),
    );
  });

  it('makes few sends of many keys', () => {
    const rows = Array.from({ length: 400 }, (_, id) => row(id, `call-${Math.floor(id / 2)}`, id % 2 === 1));
    expect(planSends(rows).map((send) => send.rows.length)).toEqual([200, 200]);
  });
});
