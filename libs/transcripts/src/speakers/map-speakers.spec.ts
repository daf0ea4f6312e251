import type { ImportedCue } from '../cue-file/parsed-transcript.ts';
import { mapSpeakers } from './map-speakers.ts';
import type { SpeakerHints } from './speaker-hints.ts';

const nothing: SpeakerHints = { explicit: {}, attendees: [], ownDomains: [] };
const cuesOf = (...names: (string | null)[]): ImportedCue[] =>
  names.map((speakerName, index) => ({
    speakerName,
    startMs: index * 1000,
    endMs: index * 1000 + 500,
    text: `text ${index}`,
  }));

function map(names: (string | null)[], hints: Partial<SpeakerHints>) {
  const { speakers, speakerMapping } = mapSpeakers(cuesOf(...names), { ...nothing, ...hints });
  return [speakerMapping, ...speakers.map(({ name, side }) => `${name}:${side}`)];
}

describe('mapSpeakers: the rules', () => {
  it('gives segments in the API shape and order', () => {
    const { segments } = mapSpeakers(cuesOf('Ann', 'Bo'), nothing);
    expect(segments).toEqual([
      { speaker: 'rep', start_ms: 0, end_ms: 500, text: 'text 0' },
      { speaker: 'prospect', start_ms: 1000, end_ms: 1500, text: 'text 1' },
    ]);
  });

  it('believes the caller first, whatever the other hints say', () => {
    const hints = { explicit: { Ann: 'prospect', bo: 'rep' }, rep: { name: 'Ann' } } as const;
    expect(map(['Ann', 'Bo'], hints)).toEqual(['explicit', 'Ann:prospect', 'Bo:rep']);
  });

  it('compares email addresses in any case, also within a label', () => {
    const hints = { rep: { email: 'Ann@North.example' }, prospect: { email: 'bo@acme.example' } };
    expect(map(['BO@acme.example', 'Ann (ann@north.example)'], hints)).toEqual([
      'email',
      'BO@acme.example:prospect',
      'Ann (ann@north.example):rep',
    ]);
  });

  it.each([
    'marcus  WEBB',
    'Webb, Marcus',
    'Marcus Webb (Acme)',
    'Marcus Webb - Acme',
    'Webb, Marcus (Acme) (he/him)',
    'Márcus Webb [Guest]',
    'Marcus Webb | Acme',
  ])('knows the name in "%s"', (label) => {
    expect(map([label, 'Somebody'], { prospect: { name: 'Marcus Webb' } })).toEqual([
      'name',
      `${label}:prospect`,
      'Somebody:rep',
    ]);
  });

  it.each([
    ['Soren Lukasz', 'Søren Łukasz'],
    ['Paul OLeary', 'Paul O’Leary'],
    ['Tiago - Stakin', 'Tiago - Stakin'],
    ['Dana Reyes', 'Reyes, Dana (Northwind)'],
  ])('knows %s as %s', (label, name) => {
    expect(map(['Somebody', label], { rep: { name } })).toEqual(['name', 'Somebody:prospect', `${label}:rep`]);
  });

  it('gives attendees of the own domains the side of the rep and others the prospect', () => {
    const attendees = [
      { name: 'Bo', email: 'bo@acme.example' },
      { name: 'Cy', email: 'cy@eu.north.example' },
    ];
    expect(map(['Bo', 'Cy'], { attendees, ownDomains: ['North.example'] })).toEqual(['name', 'Bo:prospect', 'Cy:rep']);
  });

  it('places strangers by the domain in their label', () => {
    expect(
      map(['x@else.example', 'y@north.example', 'Zed (acme.example)'], {
        ownDomains: ['north.example'],
        prospect: { email: 'bo@acme.example' },
      }),
    ).toEqual(['domain', 'x@else.example:prospect', 'y@north.example:rep', 'Zed (acme.example):prospect']);
  });

  it('does not take another domain with the same ending for the own one', () => {
    expect(map(['y@notnorth.example', 'z@north.example'], { ownDomains: ['north.example'] })).toEqual([
      'domain',
      'y@notnorth.example:prospect',
      'z@north.example:rep',
    ]);
  });

  it('reports the weakest rule that was needed', () => {
    expect(map(['Ann', 'y@acme.example'], { rep: { name: 'Ann' }, prospect: { email: 'y@acme.example' } })[0]).toBe(
      'name',
    );
  });
});

describe('mapSpeakers: speakers no rule knows', () => {
  it('are the prospect where a rep is known', () => {
    expect(map(['Bo', 'Ann', 'Cy'], { rep: { name: 'Ann' } })).toEqual([
      'name',
      'Bo:prospect',
      'Ann:rep',
      'Cy:prospect',
    ]);
  });
  it('are the rep where only one is left beside the prospect', () => {
    expect(map(['Bo', 'Ann'], { prospect: { name: 'Bo' } })).toEqual(['name', 'Bo:prospect', 'Ann:rep']);
  });
  it('are guessed where several are left beside the prospect', () => {
    expect(map(['Bo', 'Ann', 'Cy'], { prospect: { name: 'Bo' } })).toEqual([
      'guessed',
      'Bo:prospect',
      'Ann:rep',
      'Cy:prospect',
    ]);
  });
  it('are guessed where nothing is known: the first in time is the rep', () => {
    const [first, second] = cuesOf('Ann', 'Bo') as [ImportedCue, ImportedCue];
    expect(mapSpeakers([second, first], nothing)).toMatchObject({
      speakerMapping: 'guessed',
      speakers: [
        { name: 'Ann', side: 'rep' },
        { name: 'Bo', side: 'prospect' },
      ],
    });
  });
  it('go with the first name where they come before it', () => {
    expect(map([null, 'Bo', 'Ann'], { rep: { name: 'Ann' } })).toEqual([
      'guessed',
      'null:prospect',
      'Bo:prospect',
      'Ann:rep',
    ]);
  });
  it('are the rep where the file has no name at all', () => {
    expect(map([null, null], { rep: { name: 'Ann' } })).toEqual(['guessed', 'null:rep']);
  });
});

describe('mapSpeakers: hints that tell nothing', () => {
  it('ignores empty names, addresses and domains', () => {
    expect(
      map(['Ann', 'Bo'], { rep: { name: '', email: '' }, prospect: { name: null, email: ' ' }, ownDomains: [''] }),
    ).toEqual(['guessed', 'Ann:rep', 'Bo:prospect']);
  });
  it('ignores a name that both sides have', () => {
    expect(map(['Ann', 'Bo'], { rep: { name: 'Bo' }, prospect: { name: 'Bo' } })[0]).toBe('guessed');
  });
  it('tells two people of one first name apart by what stands behind it', () => {
    const hints = { rep: { name: 'Alex (North)' }, prospect: { name: 'Alex (Acme)' } };
    expect(map(['Alex (Acme)', 'Alex (North)'], hints)).toEqual(['name', 'Alex (Acme):prospect', 'Alex (North):rep']);
  });
  it('is not misled by the names of object properties', () => {
    expect(map(['constructor', '__proto__'], {})).toEqual(['guessed', 'constructor:rep', '__proto__:prospect']);
  });
});
