import { runs } from '@ci/testing/property-runs';
import fc from 'fast-check';
import { swapped, callOf } from '../call.fixture.ts';
import type { AnalysedSegment } from '../summary-engine.ts';
import { coach, scoreOf, type CoachedCall } from './coach.ts';
import { coachedCall, criterion, pointsOf, valueOf } from './coached-call.fixture.ts';
import { criteria, type CriterionId } from './formula.ts';

const sentences = [
  'What do you use today?',
  'Tell me how that works for you.',
  'Could you send us the offer?',
  'We make seamless pumps for farms.',
  'I am calling about the pumps.',
  'Um, you know, it is sort of old.',
  'That is far too expensive for us.',
  'We have two old pumps in the barn.',
  'I will send it to you on Friday.',
];
const short = ['Right.', 'Yes, okay.', 'Mm.'];

/** How long a side speaks, how long after the last line, and what. */
const line = fc.record({
  speaker: fc.constantFrom('rep' as const, 'prospect' as const),
  pause: fc.integer({ min: 300, max: 5_000 }),
  length: fc.integer({ min: 1_000, max: 40_000 }),
  words: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.join(' ')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...short) },
  ),
});
type Line = typeof line extends fc.Arbitrary<infer Said> ? Said : never;
/** One line after the other; `early` is by how much each begins before its pause is over. No side speaks twice at the same time. */
const inTime = (all: readonly Line[], early = 0): AnalysedSegment[] => {
  let last = { start_ms: 0, end_ms: 0 };
  const ends = { rep: 0, prospect: 0 };
  return all.map(({ speaker, pause, length, words }) => {
    const start_ms = Math.max(last.start_ms + 1, last.end_ms + pause - early, ends[speaker]);
    last = { start_ms, end_ms: start_ms + length };
    ends[speaker] = last.end_ms;
    return { speaker, ...last, text: words };
  });
};
const lines = fc.array(line, { minLength: 3, maxLength: 20 });
const talk = lines.map((all) => inTime(all));
const overlapping = lines.map((all) => inTime(all, 4_000));
const bothSpeak = talk.filter((said) => new Set(said.map(({ speaker }) => speaker)).size === 2);

const law = (of: fc.Arbitrary<AnalysedSegment[]>, holds: (said: readonly AnalysedSegment[]) => Promise<void>) => () =>
  fc.assert(fc.asyncProperty(of, holds), { numRuns: runs(150) });

const score = (coached: CoachedCall) => scoreOf(coach(coached));
const numbers = (coached: CoachedCall) =>
  coach(coached).criteria.map(({ id, points, max_points, value }) => [id, points, max_points, value]);

it(
  'every criterion is judged or said not to be; points are whole numbers and add up; quotes are literal',
  law(talk, async (said) => {
    const { criteria: judged, not_judged } = coach(await coachedCall(said));
    expect([...judged, ...not_judged].map(({ id }) => id).toSorted()).toEqual(Object.keys(criteria).toSorted());
    expect(judged.reduce((sum, one) => sum + one.max_points, 0)).toBe(100);
    for (const { points, max_points, evidence } of judged) {
      expect(Number.isInteger(points) && points >= 0 && points <= max_points).toBe(true);
      for (const { quote, ...times } of evidence)
        expect(said).toContainEqual(expect.objectContaining({ ...times, text: expect.stringContaining(quote) }));
    }
  }),
);

it(
  'sides in exchange exchange the talk ratio',
  law(bothSpeak, async (said) => {
    const other = swapped(callOf(said)).segments;
    const ratio = async (of: readonly AnalysedSegment[]) => valueOf(await coachedCall(of), 'talk_ratio');
    expect((await ratio(said)) + (await ratio(other))).toBeCloseTo(1, 3);
  }),
);

it(
  'a rep who talks more than enough earns no more for talking even more',
  law(bothSpeak, async (said) => {
    const before = await coachedCall(said);
    fc.pre(valueOf(before, 'talk_ratio') >= criteria.talk_ratio.target.max);
    const more = said.map((one) => (one.speaker === 'rep' ? { ...one, end_ms: one.end_ms + 200 } : one));
    expect(pointsOf(await coachedCall(more), 'talk_ratio')).toBeLessThanOrEqual(pointsOf(before, 'talk_ratio'));
  }),
);

it(
  'a rep who falls into the prospect’s words earns no more for it',
  law(bothSpeak, async (said) => {
    // The call is as long as before, or a question a minute would be more.
    const end = Math.max(...said.map(({ end_ms }) => end_ms)) + 1_000;
    const goodbye = {
      speaker: 'prospect',
      start_ms: end,
      end_ms: end + 2_000,
      text: 'Goodbye for now, then.',
    } as const;
    const calm = score(await coachedCall([...said, goodbye]));
    for (const [position, { speaker, start_ms, end_ms }] of said.entries()) {
      const before = said[position - 1];
      if (speaker !== 'rep' || before?.speaker !== 'prospect' || short.includes(before.text)) continue;
      const turn = said.findIndex((one, index) => index > position && one.speaker === 'prospect');
      const last = turn === -1 ? said.length : turn;
      // Not into the rep's own words before, and after the prospect has begun.
      const earlier = start_ms - (before.start_ms + before.end_ms) / 2;
      const shifted = said.map((one, index) =>
        index >= position && index < last
          ? { ...one, start_ms: one.start_ms - earlier, end_ms: one.end_ms - earlier }
          : one,
      );
      expect(end_ms - earlier).toBeGreaterThan(before.start_ms);
      const hasty = await coachedCall([...shifted, goodbye]);
      expect(score(hasty)).toBeLessThanOrEqual(calm);
    }
  }),
);

it(
  'a next step more never costs points, with a date least of all',
  law(talk, async (said) => {
    const call = await coachedCall(said);
    const evidence = call.dialogue.sentences.slice(0, 1);
    const some = [{ dated: false, evidence }];
    const scores = [[], some, [...some, { dated: true, evidence }]].map((nextSteps) => score({ ...call, nextSteps }));
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
    expect(scores[0]).toBeLessThan(scores[2] as number);
  }),
);

it(
  'an answered objection is better than the same one unanswered',
  law(bothSpeak, async (said) => {
    const call = await coachedCall(said);
    const places = call.dialogue.sentences.slice(0, 1);
    const raised = (answer: typeof places | null) => score({ ...call, objections: [{ places, answer }] });
    expect(raised(places)).toBeGreaterThan(raised(null));
  }),
);

it(
  'more of a good thing never costs points',
  law(bothSpeak, async (said) => {
    const better: readonly (readonly [CriterionId, string, string])[] = [
      ['questions', 'We have two old pumps', 'Do you have old pumps'],
      ['depth', 'What do you use today?', 'Why do you use it today?'],
      ['concrete', 'We make seamless pumps', 'We make 40 seamless pumps'],
      ['jargon', 'seamless pumps', 'pumps'],
      ['filler_words', 'Um, you know, it is sort of old.', 'It is old.'],
      ['dated_close', 'I am calling about the pumps', 'I am calling on Friday about the pumps'],
    ];
    for (const [id, less, more] of better) {
      const changed = said.map((one) => (one.speaker === 'rep' ? { ...one, text: one.text.replace(less, more) } : one));
      expect(pointsOf(await coachedCall(changed), id)).toBeGreaterThanOrEqual(pointsOf(await coachedCall(said), id));
    }
  }),
);

it(
  'a prospect who has to ask again, and praise of the offer, never earn points',
  law(bothSpeak, async (said) => {
    const call = await coachedCall(said);
    const again = await coachedCall(
      said.map((one) => (one.speaker === 'prospect' ? { ...one, text: `I asked you: ${one.text}` } : one)),
    );
    expect(pointsOf(again, 'asked_twice')).toBeLessThanOrEqual(pointsOf(call, 'asked_twice'));
    expect(score({ ...call, isPitch: () => true })).toBeLessThanOrEqual(score(call));
  }),
);

it(
  'lower case changes nothing',
  law(talk, async (said) => {
    const lower = said.map((one) => ({ ...one, text: one.text.toLowerCase() }));
    expect(numbers(await coachedCall(lower))).toEqual(numbers(await coachedCall(said)));
  }),
);

/** Each segment of several sentences as two, one after the other without a gap. */
function cutInTwo(said: readonly AnalysedSegment[]): readonly AnalysedSegment[] {
  const cut = said.flatMap((one) => {
    const [, first, rest] = /^(.*?[.?]) (.+)$/.exec(one.text) ?? [];
    if (first === undefined || rest === undefined) return [one];
    const middle = Math.round((one.start_ms + one.end_ms) / 2);
    return [
      { ...one, end_ms: middle, text: first },
      { ...one, start_ms: middle, text: rest },
    ];
  });
  return cut.toSorted((one, other) => one.start_ms - other.start_ms);
}

it(
  'segments cut in two between sentences change nothing',
  law(talk, async (said) => {
    expect(numbers(await coachedCall(cutInTwo(said)))).toEqual(numbers(await coachedCall(said)));
  }),
);

it(
  'nor do they change what is measured in time where speech overlaps',
  law(overlapping, async (said) => {
    fc.pre(new Set(said.map(({ speaker }) => speaker)).size === 2);
    const measured = async (of: readonly AnalysedSegment[]) => {
      const { criteria: judged } = coach(await coachedCall(of));
      const times = ['talk_ratio', 'longest_monologue', 'interruptions'];
      return judged.filter(({ id }) => times.includes(id)).map(({ id, value }) => [id, value]);
    };
    expect(await measured(cutInTwo(said))).toEqual(await measured(said));
  }),
);

it(
  'twice as slow is the same share of the time, and a monologue twice as long',
  law(
    bothSpeak.map((said) => said.filter(({ text }) => text.length > 12)),
    async (said) => {
      fc.pre(new Set(said.map(({ speaker }) => speaker)).size === 2);
      const slow = said.map((one) => ({ ...one, start_ms: one.start_ms * 2, end_ms: one.end_ms * 2 }));
      const [normal, twice] = [coach(await coachedCall(said)), coach(await coachedCall(slow))];
      const value = (of: typeof normal, id: 'talk_ratio' | 'longest_monologue') => criterion(of, id).value;
      expect(value(twice, 'talk_ratio')).toBe(value(normal, 'talk_ratio'));
      expect(value(twice, 'longest_monologue')).toBe(2 * value(normal, 'longest_monologue'));
    },
  ),
);

it(
  'small talk at the end moves neither objections nor next steps',
  law(bothSpeak, async (said) => {
    const call = await coachedCall(said);
    const end = Math.max(...said.map(({ end_ms }) => end_ms));
    const chat = await coachedCall([
      ...said,
      { speaker: 'prospect', start_ms: end + 500, end_ms: end + 2_500, text: 'Lovely weather over here today.' },
      { speaker: 'rep', start_ms: end + 3_000, end_ms: end + 5_000, text: 'Nothing but rain on this side.' },
    ]);
    const evidence = call.dialogue.sentences.slice(0, 1);
    const found = { objections: [{ places: evidence, answer: null }], nextSteps: [{ dated: true, evidence }] };
    for (const id of ['objections_answered', 'next_step'] as const)
      expect(valueOf({ ...chat, ...found }, id)).toBe(valueOf({ ...call, ...found }, id));
  }),
);
