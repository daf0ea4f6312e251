import { eventExamples } from '@ci/contracts';
import { newId } from '@ci/ids';
import fc from 'fast-check';
import { callEnded, register, service, summaryReady } from '../scenario.ts';

/** What is reported of one call: that it ended, how each revision of its analysis ended, that it was deleted. */
type Fact = 'ended' | 'deleted' | { readonly revision: number; readonly end: 'ready' | 'failed' };

const facts = fc
  .array(fc.constantFrom('ready' as const, 'failed' as const), { maxLength: 3 })
  .map((ends): Fact[] => ['ended', ...ends.map((end, index) => ({ revision: index + 1, end }))]);

/** The same facts in two orders, some of them repeated. */
const twoOrdersOf = (of: fc.Arbitrary<Fact[]>) =>
  of.chain((all) => {
    const inAnyOrder = fc
      .array(fc.constantFrom(...all), { maxLength: 4 })
      .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }));
    return fc.tuple(inAnyOrder, inAnyOrder);
  });

describe('laws of the gate of a call', () => {
  it('the same events in any order, any of them repeated, are one delivery each, and none of them is held', async () => {
    await register();
    await fc.assert(
      fc.asyncProperty(twoOrdersOf(facts), async ([one, other]) => {
        const seen = await afterwards(one);
        expect(await afterwards(other)).toEqual(seen);
        expect(seen.deliveries).toEqual(
          one
            .filter((fact, index) => one.findIndex((earlier) => sameFact(earlier, fact)) === index)
            .map((fact) => (typeof fact === 'object' ? `summary.${fact.end} ${fact.revision}` : 'call.ended 0'))
            .toSorted(),
        );
        expect(seen).toMatchObject({ held: 0, ended: true, deleted: false });
      }),
      { numRuns: 20 },
    );
  }, 180_000);

  it('with the deletion among them nothing is pending or kept in the end, and nothing that comes later is delivered', async () => {
    await register();
    await fc.assert(
      fc.asyncProperty(twoOrdersOf(facts.map((all) => [...all, 'deleted' as const])), async ([order, late]) => {
        const seen = await afterwards(order);
        expect(seen).toMatchObject({ pending: 0, bodies: 0, held: 0, deleted: true });
        expect(await afterwards(late, seen.callId)).toEqual(expect.objectContaining({ deliveries: seen.deliveries }));
        const before = order.slice(0, order.indexOf('deleted'));
        expect(seen.deliveries).toHaveLength(new Set(before.map((fact) => JSON.stringify(fact))).size);
      }),
      { numRuns: 20 },
    );
  }, 180_000);
});

const sameFact = (one: Fact, other: Fact): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is stored of a call when these facts have been reported, each by a separate message. */
async function afterwards(order: readonly Fact[], callId = newId('call')) {
  for (const fact of order) await tell(callId, fact);
  const [row] = await service.database.dataSource.query<Omit<Afterwards, 'callId'>[]>(selectAfterwards, [callId]);
  return Object.defineProperty(row as Afterwards, 'callId', { value: callId, enumerable: false });
}

interface Afterwards {
  readonly callId: string;
  readonly deliveries: readonly string[];
  readonly held: number;
  readonly pending: number;
  readonly bodies: number;
  readonly ended: boolean;
  readonly concluded: readonly number[];
  readonly deleted: boolean;
}

async function tell(callId: string, fact: Fact): Promise<unknown> {
  if (fact === 'ended') return service.consume('call.ended', callEnded(callId));
  if (fact === 'deleted') return service.consume('call.deleted', { ...eventExamples['call.deleted'], call_id: callId });
  const { revision, end } = fact;
  if (end === 'ready') return service.consume('summary.ready', summaryReady(callId, revision));
  const example = eventExamples['summary.failed'];
  return service.consume('summary.failed', { ...example, call: { ...example.call, id: callId }, revision });
}

const selectAfterwards = `
  SELECT
    ARRAY(SELECT event_type || ' ' || call_order FROM deliveries WHERE call_id = $1 ORDER BY 1) AS deliveries,
    (SELECT count(*)::int FROM deliveries WHERE call_id = $1 AND held) AS held,
    CASE WHEN deleted_at IS NULL THEN 0
      ELSE (SELECT count(*)::int FROM deliveries WHERE call_id = $1 AND status = 'pending') END AS pending,
    CASE WHEN deleted_at IS NULL THEN 0
      ELSE (SELECT count(*)::int FROM webhook_events WHERE call_id = $1 AND body IS NOT NULL) END AS bodies,
    ended_at IS NOT NULL AS ended, deleted_at IS NOT NULL AS deleted,
    ARRAY(SELECT unnest(concluded) ORDER BY 1) AS concluded
  FROM call_gates WHERE call_id = $1`;
