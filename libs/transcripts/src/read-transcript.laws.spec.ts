import { runs } from '@ci/testing/property-runs';
import fc from 'fast-check';
import { mapSpeakers, normaliseSegments, readTranscript, TranscriptError, turns } from './index.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const auto = { format: 'auto' } as const;

const markup = fc.constantFrom(
  ...[
    'WEBVTT',
    '\n',
    '\n\n',
    '\r\n',
    ' --> ',
    '-->',
    '00:00:01.000',
    '0:0:5.32',
    '-00:00:01,5',
    '1',
    'NOTE',
    'STYLE',
    '<v Ann>',
    '</v>',
  ],
  ...[
    '<v ',
    '<',
    '>',
    '&amp;',
    '&#0;',
    '&#xD800;',
    'Dana Reyes: ',
    'hello',
    ': ',
    '\0',
    '\ufeff',
    '{\\an8}',
    '00:00:01.000 --> 00:00:02.000\n',
  ],
);
const almostTranscript = fc
  .tuple(
    fc.constantFrom('', 'WEBVTT\n\n', '1\n00:00:00,000 --> 00:00:01,000\n'),
    fc.array(fc.oneof(markup, fc.string()), { maxLength: 60 }),
  )
  .map(([start, rest]) => start + rest.join(''));

const word = fc.stringMatching(/^[a-z<>&'"!.,]{1,8}$/);
const cue = fc.record({
  speakerName: fc.constantFrom('Ann Lee', 'Bo & Sons', 'Zoë (Acme)', 'Reyes, Dana'),
  startMs: fc.nat(43_000_000),
  lengthMs: fc.nat(60_000),
  text: fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
});

describe('laws of readTranscript', () => {
  it('either reads any bytes into storable, ordered times, or throws TranscriptError', () => {
    const attempt = (bytes: Uint8Array) => {
      try {
        const { cues } = readTranscript(bytes, auto);
        expect(cues.length).toBeGreaterThan(0);
        for (const { startMs, endMs, text, speakerName } of cues) {
          expect(startMs >= 0 && endMs >= startMs && Number.isSafeInteger(endMs)).toBe(true);
          expect(text.trim()).not.toBe('');
          expect(`${text}${speakerName}`.isWellFormed() && !`${text}${speakerName}`.includes('\0')).toBe(true);
        }
      } catch (error) {
        if (!(error instanceof TranscriptError)) throw error;
      }
    };
    fc.assert(
      fc.property(almostTranscript, (text) => attempt(encode(text))),
      { numRuns: runs(2_000) },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), attempt), { numRuns: runs(500) });
  });

  it('gets back what a WebVTT printer wrote: every cue, in its order', () => {
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1, maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (cues, lineEnd) => {
        const expected = cues.map(({ lengthMs, ...rest }) => ({ ...rest, endMs: rest.startMs + lengthMs }));
        const printed = ['WEBVTT', '', ...expected.flatMap(printVtt)].join(lineEnd);
        expect(readTranscript(encode(printed), auto).cues).toEqual(expected);
      }),
    );
  });

  it('gets back what a SubRip printer wrote, nameless cues included', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cue, fc.boolean()), { minLength: 1, maxLength: 30 }), (cues) => {
        let speakerName: string | null = null;
        const expected = cues.map(([{ lengthMs, ...rest }, isNamed], index) => {
          speakerName = isNamed || index === 0 ? rest.speakerName : speakerName;
          return { ...rest, speakerName, endMs: rest.startMs + lengthMs, isNamed: isNamed || index === 0 };
        });
        const printed = expected.flatMap(printSrt).join('\n');
        expect(readTranscript(encode(printed), auto).cues).toEqual(expected.map(({ isNamed: _, ...rest }) => rest));
      }),
    );
  });

  it('maps and orders without losing a segment, and turns hold each segment once', () => {
    fc.assert(
      fc.property(fc.array(cue, { minLength: 1, maxLength: 30 }), (cues) => {
        const imported = cues.map(({ lengthMs, ...rest }) => ({ ...rest, endMs: rest.startMs + lengthMs }));
        const { segments } = mapSpeakers(imported, { explicit: {}, attendees: [], ownDomains: [] });
        const ordered = normaliseSegments(segments);
        expect(segments.map(({ text }) => text)).toEqual(imported.map(({ text }) => text));
        expect([...ordered].sort((a, b) => a.start_ms - b.start_ms)).toEqual(ordered);
        expect(turns(ordered).flatMap((turn) => turn.segmentIndexes)).toEqual([...ordered.keys()]);
      }),
    );
  });
});

describe('time grows with the size of the file, not with its square', () => {
  const size = 1_000_000;
  const header = 'WEBVTT\n\n00:01.000 --> 00:02.000\n';
  it.each([
    ['unclosed tags', header + '<v '.repeat(size / 3)],
    ['unclosed tags before one close', header + '<x'.repeat(size / 2) + '>'],
    ['brackets', header + '<'.repeat(size) + '>'.repeat(10)],
    ['references', header + '&#'.repeat(size / 2)],
    ['colons', header + 'a: '.repeat(size / 3)],
    ['spaces', header + 'a' + ' '.repeat(size) + 'b'],
    ['a long name', header + `<v ${'(a) '.repeat(size / 4)}>hello`],
    ['digits', header + '1'.repeat(size)],
    ['digits as times', header + 'x\n' + '1'.repeat(size) + ' --> '],
    ['arrows', header + '-->'.repeat(size / 3)],
    ['blank lines', 'WEBVTT' + '\n'.repeat(size)],
    ['cues without blank lines', 'WEBVTT\n\n' + '00:01.000 --> 00:02.000\nhi\n'.repeat(size / 27)],
    ['paragraphs of one cue', header + 'x' + '\n\nx'.repeat(size / 3)],
    [
      'names',
      'WEBVTT\n\n' + Array.from({ length: 20_000 }, (_, n) => `00:01.000 --> 00:02.000\nName ${n}: hi\n\n`).join(''),
    ],
  ])('%s', (_, text) => {
    // Of the processor: what else the machine does meanwhile counts for nothing.
    const before = process.cpuUsage();
    try {
      const { cues } = readTranscript(encode(text), auto);
      mapSpeakers(cues, {
        explicit: {},
        rep: { name: '(a) '.repeat(10_000) },
        attendees: [],
        ownDomains: ['north.example'],
      });
    } catch (error) {
      if (!(error instanceof TranscriptError)) throw error;
    }
    const { user, system } = process.cpuUsage(before);
    // Linear reading takes some 50 ms; quadratic reading of a million characters takes minutes.
    expect((user + system) / 1_000).toBeLessThan(30_000);
  });
});

interface Printable {
  readonly speakerName: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

function printVtt({ speakerName, startMs, endMs, text }: Printable): string[] {
  return [`${clock(startMs, '.')} --> ${clock(endMs, '.')}`, `<v ${escape(speakerName ?? '')}>${escape(text)}</v>`, ''];
}

function printSrt(
  { speakerName, startMs, endMs, text, isNamed }: Printable & { readonly isNamed: boolean },
  index: number,
): string[] {
  const words = isNamed ? `${speakerName}: ${escape(text)}` : escape(text);
  return [String(index + 1), `${clock(startMs, ',')} --> ${clock(endMs, ',')}`, words, ''];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function clock(ms: number, separator: string): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${separator}${String(ms % 1000).padStart(3, '0')}`;
}
