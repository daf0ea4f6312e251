import { inTransaction } from '@ci/database';
import { defineEvents, type DomainEvent } from '@ci/domain';
import { until, type TestDatabase } from '@ci/testing';
import fc from 'fast-check';

import { append, load, readAll, startOfStore } from '../src/index.ts';
import { openStore } from './open-store.ts';

const catalogue = defineEvents<DomainEvent>({ Said: { version: 1 } });

let database: TestDatabase;
beforeAll(async () => {
  database = await openStore();
});
afterAll(() => database.drop());

/** As JSON keeps it: no -0, no undefined. */
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as object;

/** Anything at all that JavaScript can write as JSON: NUL, halves of surrogate pairs, control characters, names like __proto__. */
const anyObject = fc
  .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), {
    noNullPrototype: true,
  })
  .map(asJson);

/** jsonb refuses NUL and halves of surrogate pairs; data holds ids, times and numbers, and the edge refuses such texts. */
const storableObject = fc
  .dictionary(
    fc.string({ unit: 'grapheme' }),
    fc.oneof(
      fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0.1 + 0.2),
      fc.maxSafeInteger(),
    ),
    { noNullPrototype: true },
  )
  .map(asJson);

describe('what is stored in an event', () => {
  it('comes back as it was, whatever characters and numbers are in it', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        storableObject,
        anyObject,
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        async (data, personal, id) => {
          run += 1;
          const stream = { type: 'said', id: `said-${run}-${id.replaceAll('\0', '')}`, workspaceId: `wsp ${id}` };
          const metadata = { actor: id, correlationId: JSON.stringify(data) };
          const event: DomainEvent = { type: 'Said', data, personal };
          await inTransaction(database.dataSource, (tx) => append(tx, stream, 0, [event], metadata, catalogue));
          const { events } = await load(database.dataSource.manager, stream.id, catalogue);
          expect(events).toMatchObject([{ stream, metadata, version: 1 }]);
          expect(events[0]?.event).toEqual(event);
          // The same bytes, names in the same order: what is rebuilt is what was there.
          expect(JSON.stringify(events[0]?.event.personal)).toBe(JSON.stringify(personal));
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('is refused, not changed, where jsonb can not hold it: %s', async (_, text) => {
    const stream = { type: 'said', id: `said-refused-${text.length}`, workspaceId: 'wsp_a' };
    const write = inTransaction(database.dataSource, (tx) =>
      append(tx, stream, 0, [{ type: 'Said', data: { text } }], {}, catalogue),
    );
    await expect(write).rejects.toThrow(/Unicode|invalid input syntax for type json/i);
    expect((await load(database.dataSource.manager, stream.id, catalogue)).version).toBe(0);
  });
});

describe('a cursor of the whole store', () => {
  it('goes through JSON and text as it is, also beyond the numbers of JavaScript', async () => {
    const big = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);
    await fc.assert(
      fc.asyncProperty(big, big, async (transactionId, globalPosition) => {
        const cursor = asJson({ transactionId, globalPosition }) as typeof startOfStore;
        const page = await readAll(database.dataSource, cursor, 1, catalogue);
        if (page.events.length === 0) expect(page.cursor).toEqual({ transactionId, globalPosition });
      }),
      { numRuns: 30 },
    );
  });

  it('does not care where pages end', async () => {
    for (let index = 0; index < 7; index += 1) {
      const stream = { type: 'said', id: `paged-${index}`, workspaceId: 'wsp_a' };
      await inTransaction(database.dataSource, (tx) =>
        append(
          tx,
          stream,
          0,
          [
            { type: 'Said', data: { index } },
            { type: 'Said', data: {} },
          ],
          {},
          catalogue,
        ),
      );
    }
    const ids = async (limit: number) => {
      const found: string[] = [];
      for (let cursor = startOfStore; ;) {
        const page = await readAll(database.dataSource, cursor, limit, catalogue);
        if (page.events.length === 0) return found;
        found.push(...page.events.map(({ eventId }) => eventId));
        cursor = page.cursor;
      }
    };
    const [{ count }] = await database.dataSource.query<[{ count: number }]>(
      'SELECT count(*)::int AS count FROM events',
    );
    // Another client's open transaction on this server may hold readers back for a moment.
    const all = await until(async () => {
      const found = await ids(100_000);
      return found.length === count && found;
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 60 }), async (limit) => expect(await ids(limit)).toEqual(all)),
      { numRuns: 8 },
    );
  });
});
