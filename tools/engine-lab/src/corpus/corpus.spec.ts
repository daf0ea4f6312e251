import { basename } from 'node:path';
import { readdirSync } from 'node:fs';
import { faultsOf } from './annotation.ts';
import { corpusFolder, readCorpus } from './corpus-files.ts';
import { readWrittenCall } from './written-call.ts';

const calls = readCorpus();

const header = (more = '') => `id: w99-a-call
trade: bees
stage: cold call
channel: phone
date: 2026-03-29T10:30 Europe/Dublin
sells: hives
rep: N | Niamh Tierney | sales | Apiary Supplies
prospect: P | Padraig Keane | farmer | Keane Farm
style: clean
phenomena: joke, won
${more}---
`;

describe('a call as its writer hands it in', () => {
  it('has its instant by its time zone, and turns one after the other', () => {
    const { call_date, segments, phenomena } = readWrittenCall(
      `${header()}N: Hello there.\nP [over]: Hello.\nN [6s]: Right so.\n`,
    );
    expect(call_date).toBe('2026-03-29T09:30:00Z');
    expect(phenomena).toEqual(['joke', 'won']);
    expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['rep', 'Hello there.'],
      ['prospect', 'Hello.'],
      ['rep', 'Right so.'],
    ]);
    const [first, over, after] = segments;
    expect(over?.start_ms).toBeLessThan(first?.end_ms ?? 0);
    expect((after?.start_ms ?? 0) - (over?.end_ms ?? 0)).toBeGreaterThan(6_000);
  });

  it.each([
    ['no border', 'id: x', /---/],
    ['a speaker who is not in the header', `${header()}X: Hello.`, /line 12/],
    ['nobody speaks', header(), /no spoken turn/],
    ['a header line that there is not', header('mood: bad\n'), /mood/],
  ])('is refused: %s', (_, text, why) => {
    expect(() => readWrittenCall(text)).toThrow(why);
  });
});

describe('the corpus', () => {
  it('holds calls under their names', () => {
    expect(calls.length).toBeGreaterThan(0);
    expect(readdirSync(corpusFolder).sort()).toEqual(calls.map(({ id }) => `${basename(id)}.json`).sort());
  });

  it('has no fault in an annotation', () => {
    const faults = calls.flatMap((call) =>
      call.annotations.flatMap((annotation) => faultsOf(call, annotation).map((fault) => `${call.id}: ${fault}`)),
    );
    expect(faults).toEqual([]);
  });

  it('says no longer sentence in two calls', () => {
    const places = new Map<string, string>();
    const again = calls.flatMap(({ id, segments }) =>
      segments.flatMap(({ text }) => {
        if (text.split(' ').length < 9) return [];
        const other = places.get(text) ?? id;
        places.set(text, other);
        return other === id ? [] : [`${other}, ${id}: ${text}`];
      }),
    );
    expect(again).toEqual([]);
  });
});
