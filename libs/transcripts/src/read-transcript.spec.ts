import { readFileSync } from 'node:fs';
import { mapSpeakers, readTranscript, TranscriptError } from './index.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const read = (name: string) => readTranscript(fixture(name), { format: 'auto' });
const said = (name: string) => read(name).cues.map(({ speakerName, text }) => [speakerName, text]);
const times = (name: string) => read(name).cues.map(({ startMs, endMs }) => [startMs, endMs]);

function codeOf(bytes: Uint8Array, format: 'auto' | 'vtt' | 'srt' = 'auto'): string {
  try {
    return readTranscript(bytes, { format }).format;
  } catch (error) {
    if (error instanceof TranscriptError) return error.code;
    throw error;
  }
}

describe('readTranscript: choosing the format', () => {
  it('recognises by shape', () => {
    expect(read('zoom-sales-call.vtt').format).toBe('vtt');
    expect(read('sales-call.srt').format).toBe('srt');
  });

  it('lists the formats when it knows none', () => {
    expect(() => readTranscript(encode('Dana: hello'), { format: 'auto' })).toThrow('vtt (WebVTT), srt (SubRip)');
    expect(codeOf(encode('{"segments": []}'))).toBe('unrecognised_format');
    expect(codeOf(encode('hello'), 'docx' as 'vtt')).toBe('unrecognised_format');
  });

  it('reads the format that was asked for, and no other', () => {
    expect(codeOf(encode('WEBVTT\n\n00:01.000 --> 00:02.000\nhi'), 'srt')).toBe('malformed');
    expect(codeOf(encode('1\n00:00:01,000 --> 00:00:02,000\nhi'), 'vtt')).toBe('malformed');
    expect(codeOf(encode('1\n00:00:01,000 --> 00:00:02,000\nhi'), 'srt')).toBe('srt');
  });

  it('refuses a file in which nobody speaks', () => {
    for (const text of [
      '',
      ' \r\n',
      '\ufeff',
      'WEBVTT',
      'WEBVTT\n\nNOTE nothing',
      'WEBVTT\n\n00:01.000 --> 00:02.000\n',
    ]) {
      expect([text, codeOf(encode(text))]).toEqual([text, 'no_segments']);
    }
  });
});

describe('readTranscript: one file per trap', () => {
  it('Teams: nothing padded, milliseconds as a number, times below zero, a header line of spaces', () => {
    expect(times('traps/teams-unpadded-negative.vtt')).toEqual([
      [0, 3_540],
      [8_590, 9_000],
      [10_500, 61_580],
      [74_550, 77_820],
    ]);
    expect(said('traps/teams-unpadded-negative.vtt')[2]).toEqual(['Omar Said', 'Understood.']);
  });

  it('voices without a close tag, references, CRLF', () => {
    expect(said('traps/voice-without-close-tag.vtt')).toEqual([
      ['Sally', 'Welcome to the Q&A about R&D budgets, where'],
      ['Sally', 'every question counts.'],
      ['Benedict Ó Briain', 'Hello, first question: who pays?'],
    ]);
  });

  it('a byte order mark', () => {
    expect(said('traps/bom.vtt')).toEqual([['Kim Berg', 'The file begins with a byte order mark.']]);
  });

  it('header lines, comments, style, region, identifiers, settings, cue tags, lines of one cue', () => {
    expect(read('traps/notes-style-region.vtt').cues).toEqual([
      { speakerName: 'Kim Berg', startMs: 1_000, endMs: 3_500, text: 'Good morning, everyone.' },
      { speakerName: 'Kim Berg', startMs: 4_000, endMs: 6_000, text: '- That was two - lines.' },
      { speakerName: 'Lou Ames', startMs: 3_600_000, endMs: 3_602_000, text: 'If a < b, then b > a !' },
    ]);
  });

  it('cues without a name, and colons that name nobody', () => {
    expect(said('traps/nameless-cues.vtt')).toEqual([
      ["Ann O'Neil", 'I have been'],
      ["Ann O'Neil", 'thinking about it'],
      ['Piotr - Staking', 'One thing: the price.'],
      ['Piotr - Staking', 'My question is: who decides?'],
      ["Ann O'Neil", 'I do. See https://example.com at 10:30'],
    ]);
  });

  it('SubRip without blank lines, a number as the last word, markup around a label', () => {
    expect(said('traps/no-blank-lines.srt')).toEqual([
      ['Theo', 'If you plan the tours by hand, it is'],
      ['Theo', 'hard to say how many: perhaps 12'],
      ['SPEAKER_01', 'Seven.'],
    ]);
  });

  it.each(['traps/utf-16-le.vtt', 'traps/utf-16-be.vtt'])('%s', (name) => {
    expect(said(name)).toEqual([['Zoë Łukasz', 'Grüße 🎉']]);
  });

  it('NUL, broken bytes and half surrogates become U+FFFD, and a note says so', () => {
    const { cues, notes } = read('traps/unstorable-characters.srt');
    expect(cues[0]?.text).toBe('one\ufffdtwo \ufffd\ufffd three \ufffd\ufffd\ufffd four \ufffd five \ufffd six');
    expect(notes).toEqual(['Characters that could not be read stand as U+FFFD.']);
  });

  it('half surrogates and NUL in UTF-16', () => {
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nAnn: a\ud800b\0c';
    const bytes = new Uint8Array([
      0xff,
      0xfe,
      ...[...Array(text.length).keys()].flatMap((at) => [text.charCodeAt(at) & 0xff, text.charCodeAt(at) >> 8]),
    ]);
    expect(readTranscript(bytes, { format: 'auto' }).cues[0]?.text).toBe('a\ufffdb\ufffdc');
  });
});

describe('the sales calls that other tests use', () => {
  const ownDomains = ['northwind-analytics.example'];

  it.each([
    ['zoom-sales-call.vtt', 31, 'Dana Reyes', 'Marcus Webb'],
    ['teams-sales-call.vtt', 22, 'Lena Sorensen', 'Ibrahim Haddad'],
    ['sales-call.srt', 18, 'Tom Okafor', 'Helen Brandt'],
  ])('%s: the rep promises the contract, the prospect objects to the price', (name, count, rep, prospect) => {
    const { cues, notes } = read(name);
    const { segments, speakerMapping } = mapSpeakers(cues, {
      explicit: {},
      rep: { name: rep },
      prospect: { name: prospect },
      attendees: [],
      ownDomains,
    });
    expect([cues.length, notes, speakerMapping]).toEqual([count, [], 'name']);
    expect(segments.find(({ text }) => text.includes('send you the contract by next Friday'))?.speaker).toBe('rep');
    expect(
      segments.find(({ text }) => /too expensive|price is a problem|concern is the price/.test(text))?.speaker,
    ).toBe('prospect');
    expect(segments.every(({ text }) => !/[<>]v|-->|\d\d:\d\d:/.test(text))).toBe(true);
  });

  it('the Zoom call continues a speaker over nameless cues', () => {
    expect(
      read('zoom-sales-call.vtt').cues.filter(({ text }) => text.startsWith('copying numbers'))[0]?.speakerName,
    ).toBe('Marcus Webb');
  });
});
