import fc from 'fast-check';
import { groupsOf, mergeDrafts } from './merge-drafts.ts';
import type { SupportedDraft } from './supported.ts';

const draftOf = (id: number, length: number): SupportedDraft => ({
  overview: [{ text: 'x'.repeat(length), ids: [id], evidence: [] }],
  keyMoments: [],
  objections: [],
  decisions: [],
  nextSteps: [],
  actionItems: [],
  outcome: { value: 'no_outcome', ids: [] },
});
const drafts = fc
  .array(fc.nat(6_000), { minLength: 1, maxLength: 40 })
  .map((lengths) => lengths.map((length, id) => draftOf(id, length)));
const limit = fc.integer({ min: 100, max: 5_000 });

describe('the drafts of many parts', () => {
  it('are all merged, each once, at least two in a request but for one that waits', () => {
    fc.assert(
      fc.property(drafts, limit, (all, max) => {
        const groups = groupsOf(all, max);
        expect(groups.flat()).toEqual(all);
        expect(groups.slice(0, -1).every((group) => group.length > 1)).toBe(true);
      }),
    );
  });

  it('become one, and only what is the whole call is called final', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, limit, async (all, max) => {
        const finals: boolean[] = [];
        const one = await mergeDrafts(all, max, async (group, final) => {
          finals.push(final);
          const ids = group.flatMap(({ overview }) => overview.flatMap((sentence) => sentence.ids));
          return { ...draftOf(0, 50), overview: [{ text: 'x', ids, evidence: [] }] };
        });
        expect(one.overview[0]?.ids).toEqual(all.map((_, id) => id));
        expect(finals.filter(Boolean)).toHaveLength(all.length > 1 ? 1 : 0);
        expect(all.length === 1 || finals.at(-1)).toBe(true);
      }),
    );
  });
});
