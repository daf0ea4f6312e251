import { createRequire } from 'node:module';
import { Client, Query } from 'pg';
import { wireOf } from './pg-internals.ts';

const { version } = createRequire(import.meta.url)('pg/package.json') as { readonly version: string };

/** Add a version when this file and `preparing-client.int.spec.ts` pass with it, and look at the issue that `pg-internals.ts` names. */
const tried = ['8.23.1'];

it(`was tried with pg ${version}`, () => {
  expect(tried).toContain(version);
});

it('finds in pg what its types leave out', () => {
  const query = Query.prototype as unknown as Record<string, unknown>;
  const handlers = ['submit', 'handleDataRow', 'handleCommandComplete', 'handleReadyForQuery', 'handleError'];
  expect(handlers.filter((name) => typeof query[name] !== 'function')).toEqual([]);
  const wire = wireOf(new Client());
  expect(wire).toMatchObject({ parsedStatements: {}, submittedNamedStatements: {} });
  const methods = [wire.bind, wire.execute, wire.stream.cork, wire.stream.uncork, wire.stream.destroy];
  expect(methods.map((method) => typeof method)).toEqual(Array(5).fill('function'));
});
