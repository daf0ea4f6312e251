import { inTransaction } from '@ci/database';
import { defineEvents, erased, type DomainEvent } from '@ci/domain';
import type { TestDatabase } from '@ci/testing';
import fc from 'fast-check';

import { append, eraseSubjects, load, VersionConflict } from '../src/index.ts';
import { openStore } from './open-store.ts';

type Step =
  | { readonly do: 'append'; readonly stream: number; readonly off: number; readonly events: readonly DomainEvent[] }
  | { readonly do: 'erase'; readonly subject: string };

const catalogue = defineEvents<DomainEvent>({ A: { version: 1 }, B: { version: 1 } });

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.drop());

/** As JSON keeps it (no -0). jsonb stores neither NUL nor half a surrogate pair; callers refuse them at the edge. */
const jsonObject = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }), {
    noNullPrototype: true,
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as object);

const event: fc.Arbitrary<DomainEvent> = fc
  .record({
    type: fc.constantFrom('A', 'B'),
    data: jsonObject,
    personal: fc.option(jsonObject, { nil: undefined, freq: 1 }),
    subject: fc.constantFrom('con_1', 'con_2', undefined),
  })
  .map(({ type, data, personal, subject }) => ({
    type,
    data,
    ...(personal && { personal }),
    ...(personal && subject && { subject }),
  }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      stream: fc.integer({ min: 0, max: 2 }),
      off: fc.constantFrom(0, 0, 0, -1, 1),
      events: fc.array(event, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('erase' as const), subject: fc.constantFrom('con_1', 'con_2', 'own') }),
  },
);

describe('the store', () => {
  it('behaves as lists of events would', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        // Streams and subjects of this run's own, so that runs can share the database.
        run += 1;
        const idOf = (stream: number) => `model-${run}-${stream}`;
        const subjectOf = (subject: string) => (subject === 'own' ? idOf(0) : `${subject}-${run}`);
        const model = [0, 1, 2].map((): DomainEvent[] => []);

        for (const each of steps) {
          if (each.do === 'erase') {
            const [deleted, expected] = [
              await inTransaction(database.dataSource, (tx) => eraseSubjects(tx, [subjectOf(each.subject)])),
              eraseInModel(model, subjectOf(each.subject), idOf),
            ];
            expect(deleted).toBe(expected);
            continue;
          }
          const events = each.events.map((e) => (e.subject ? { ...e, subject: subjectOf(e.subject) } : e));
          const list = model[each.stream] ?? [];
          const expectedVersion = Math.max(0, list.length + each.off);
          const ref = { type: 'model', id: idOf(each.stream), workspaceId: 'wsp_a' };
          const appended = database.dataSource.transaction((tx) =>
            append(tx, ref, expectedVersion, events, {}, catalogue),
          );
          if (expectedVersion === list.length) {
            expect((await appended).map(({ version }) => version)).toEqual(events.map((_, i) => list.length + i + 1));
            list.push(...events);
          } else {
            await expect(appended).rejects.toThrow(VersionConflict);
          }
        }

        for (const [stream, list] of model.entries()) {
          const loaded = await load(database.dataSource.manager, idOf(stream), catalogue);
          expect(loaded.version).toBe(list.length);
          expect(loaded.events.map((stored) => stored.event)).toEqual(list);
        }
      }),
      { numRuns: 40 },
    );
  });
});

function eraseInModel(model: DomainEvent[][], subject: string, idOf: (stream: number) => string): number {
  let count = 0;
  for (const [stream, list] of model.entries()) {
    for (const [index, each] of list.entries()) {
      if (!each.personal || each.personal === erased || (each.subject ?? idOf(stream)) !== subject) continue;
      list[index] = { ...each, personal: erased };
      count += 1;
    }
  }
  return count;
}
