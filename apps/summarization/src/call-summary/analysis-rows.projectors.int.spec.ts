import { checkProjectors } from '@ci/event-store/projector-specification';
import { testDatabase, type TestDatabase } from '@ci/testing';
import fc from 'fast-check';
import { projectActionItems } from '../action-items/action-items.projector.ts';
import { analysisStream } from '../analysis/analysis-stream.ts';
import type { AnalysisCommand } from '../analysis/analysis.commands.ts';
import { analysisDecider } from '../analysis/analysis.decider.ts';
import { analysisEvents } from '../analysis/analysis.events.ts';
import {
  at,
  coaching,
  complete,
  contract,
  fail,
  noteUpdate,
  references,
  request,
  result,
} from '../analysis/analysis.fixture.ts';
import { entities, migrations } from '../database/schema.ts';
import { operations } from '../operations.ts';
import { projectAnalysisRow } from './analysis-row.projector.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ schema: 'summarization', entities, migrations });
});
afterAll(() => database.drop());

/** Jobs end twice and in any order, clients change action items, calls are deleted. */
const command = (callId: string): fc.Arbitrary<AnalysisCommand> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom<AnalysisCommand>(
        ...[1, 2, 3].flatMap((revision): AnalysisCommand[] => [
          request(revision, { id: callId }),
          {
            ...complete(revision, result(contract, references)),
            callId,
            newItemIds: [`${callId}_${revision}0`, `${callId}_${revision}1`],
          },
          {
            ...complete(revision, { ...result(references), coaching: { ...coaching, criteria: [] } }),
            callId,
            newItemIds: [`${callId}_${revision}2`],
          },
          { ...fail(revision), callId } as AnalysisCommand,
        ]),
        noteUpdate('won', at(40)),
      ),
    },
    { weight: 4, arbitrary: fc.tuple(item, changes).map(changeItem(callId)) },
    { weight: 1, arbitrary: fc.constant({ type: 'ForgetAnalysis' as const, callId }) },
  );

const item = fc.constantFrom('10', '11', '12', '20', '21');
const changes = fc.record(
  {
    completed: fc.boolean(),
    description: fc.constantFrom('Mail it.', 'O\'Neil "quoted" \\ back'),
    owner: fc.constantFrom('rep' as const, 'prospect' as const),
    dueDate: fc.constantFrom('2026-12-01', null),
  },
  { requiredKeys: [] },
);
const changeItem =
  (callId: string) =>
  ([id, changed]: [string, typeof changes extends fc.Arbitrary<infer Changes> ? Changes : never]): AnalysisCommand => ({
    type: 'ChangeActionItem',
    itemId: `${callId}_${id}`,
    changes: changed,
    now: new Date(at(55)),
  });

const ofAnyCall = fc
  .constantFrom('call_a', 'call_b', 'call_c')
  .chain((callId) => command(callId).map((one) => ({ stream: analysisStream('wsp_1', callId), command: one })));

/** A job is there once its revision was asked for: none ends before. */
function asJobsAllow<One extends { readonly command: AnalysisCommand }>(all: readonly One[]): One[] {
  const asked = new Set<string>();
  return all.filter(({ command: one }) => {
    if (one.type === 'RequestAnalysis') asked.add(`${one.call.id} ${one.revision}`);
    const ends = one.type === 'CompleteAnalysis' || one.type === 'FailAnalysis';
    return !ends || asked.has(`${one.callId} ${one.revision}`);
  });
}

it('the rows of analyses are the same however their events are cut into calls of the projectors, and rebuilt', async () => {
  let events = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(ofAnyCall, { minLength: 15, maxLength: 40 }).map(asJobsAllow),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
      async (commands, sizes) => {
        const { dataSource } = database;
        const projectors = [projectAnalysisRow, projectActionItems];
        const projections = operations.projections ?? [];
        const tested = { dataSource, projectors, projections, decider: analysisDecider, catalogue: analysisEvents };
        events += await checkProjectors({ ...tested, erasedBy: 'AnalysisForgotten' }, { commands, sizes });
      },
    ),
    { numRuns: 20 },
  );
  expect(events).toBeGreaterThan(40);
}, 120_000);
