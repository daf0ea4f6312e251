import { compileSchema } from '@ci/validation';
import { runs } from '@ci/testing/property-runs';
import fc from 'fast-check';
import { changed, grown, instancesOf, opened, schemas } from '../../../test/schemas.ts';
import { reasonsNotToRead } from './can-read.ts';
import type { JsonSchema } from './event-schema.ts';

/** What readers know, and what is sent to them. */
interface Exchange {
  readonly reader: JsonSchema;
  readonly sent: readonly unknown[];
}

/** What was asked first, and what came of it, with something that is sent under the first. */
const changes = schemas.chain((written) =>
  fc.record({
    written: fc.constant(written),
    reader: changed(written),
    sent: fc.array(instancesOf(written), { minLength: 1, maxLength: 5 }),
  }),
);

const growth = schemas
  .map(opened)
  .chain((before) => fc.tuple(fc.constant(before), grown(before, ['note', 'reason'])))
  .chain(([before, after]) =>
    fc.record({
      before: fc.constant(before),
      after: fc.constant(after),
      sentBefore: instancesOf(before),
      sentAfter: instancesOf(after),
    }),
  );

/** Many in one run: a validator takes longer to set up than to check them all. */
const many = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 1, maxLength: 30, size: 'max' });

/** Checked as consumers check what they get; throws what is wrong. */
function assertAccepted(exchanges: readonly Exchange[]): void {
  const properties = exchanges.map(({ reader }, index) => [`exchange${index}`, { type: 'array', items: reader }]);
  const all = Object.fromEntries(exchanges.map(({ sent }, index) => [`exchange${index}`, sent]));
  compileSchema({ type: 'object', properties: Object.fromEntries(properties) as object })(all);
}

describe('two schemas', () => {
  it('when one is said to be read by the other, whatever is sent under it is valid there', () => {
    fc.assert(
      fc.property(many(changes), (all) => {
        assertAccepted(all.filter(({ written, reader }) => reasonsNotToRead(written, reader).length === 0));
      }),
      { numRuns: runs(40) },
    );
  }, 240_000);

  it('are compatible both ways when optional fields came or went, and what is sent is valid both ways', () => {
    fc.assert(
      fc.property(many(growth), (all) => {
        for (const { before, after } of all) {
          expect(reasonsNotToRead(before, after)).toEqual([]);
          expect(reasonsNotToRead(after, before)).toEqual([]);
        }
        assertAccepted(all.map(({ after, sentBefore }) => ({ reader: after, sent: [sentBefore] })));
        assertAccepted(all.map(({ before, sentAfter }) => ({ reader: before, sent: [sentAfter] })));
      }),
      { numRuns: runs(20) },
    );
  }, 240_000);

  it('are compatible when they are one', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(reasonsNotToRead(schema, schema)).toEqual([]);
      }),
    );
  });
});
