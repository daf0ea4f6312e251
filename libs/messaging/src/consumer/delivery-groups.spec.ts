import fc from 'fast-check';
import { UnreadableMessage } from '../failure.ts';
import type { Delivery } from './delivery.ts';
import { groupsOf } from './delivery-groups.ts';

type Kind = 'plain' | 'unreadable' | 'foreign';

function delivery(kind: Kind, bytes: number, index: number): Delivery {
  const record = { topic: 't', partition: 0, offset: String(index), key: 'k', headers: {}, value: Buffer.alloc(bytes) };
  const arrival = { consumer: 'c', id: String(index), key: 'k', topic: 't', partition: 0, offset: String(index) };
  const read = () => {
    if (kind === 'unreadable') throw new UnreadableMessage('invalid_json', 'no');
    return { message: {} as never, data: kind };
  };
  return { record, arrival, workspaceId: null, read };
}

const kinds = fc.array(fc.tuple(fc.constantFrom<Kind>('plain', 'plain', 'plain', 'unreadable', 'foreign'), fc.nat(40)));

function grouped(list: readonly (readonly [Kind, number])[], messages = 5, bytes = 100) {
  const all = list.map(([kind, size], index) => delivery(kind, size, index));
  const concernsUs = (one: Delivery) => list[Number(one.record.offset)]?.[0] !== 'foreign';
  return [...groupsOf(all, { messages, bytes }, concernsUs)].map(({ deliveries, lastOffset }) => ({
    offsets: deliveries.map(({ record }) => Number(record.offset)),
    bytes: deliveries.reduce((sum, { record }) => sum + record.value.length, 0),
    lastOffset: Number(lastOffset),
  }));
}

describe('groupsOf', () => {
  it('keeps order and limits, leaves nobody out, and moves the offset over all', () => {
    fc.assert(
      fc.property(kinds, (list) => {
        const groups = grouped(list);
        const expected = list.flatMap(([kind], index) => (kind === 'foreign' ? [] : [index]));
        expect(groups.flatMap(({ offsets }) => offsets)).toEqual(expected);
        expect(groups.at(-1)?.lastOffset ?? -1).toBe(list.length - 1);
        for (const [index, { offsets, bytes, lastOffset }] of groups.entries()) {
          expect(offsets.length).toBeLessThanOrEqual(5);
          if (offsets.length > 1) expect(bytes).toBeLessThanOrEqual(100);
          // The offset never passes a message that a later group holds.
          expect(lastOffset).toBeGreaterThanOrEqual(offsets.at(-1) ?? 0);
          expect(lastOffset).toBeLessThan(groups[index + 1]?.offsets[0] ?? Infinity);
          if (offsets.some((offset) => list[offset]?.[0] === 'unreadable')) expect(offsets).toHaveLength(1);
        }
      }),
    );
  });

  it('lets one that is larger than the limit go alone', () => {
    const groups = grouped([
      ['plain', 10],
      ['plain', 500],
      ['plain', 10],
    ]);
    expect(groups.map(({ offsets }) => offsets)).toEqual([[0], [1], [2]]);
  });
});
