import { TranscriptError } from '../transcript.errors.ts';
import { subRip } from './sub-rip.ts';

const said = (...lines: string[]) =>
  subRip.parse(lines.join('\n')).cues.map(({ speakerName, text }) => [speakerName, text]);

describe('SubRip: recognising', () => {
  it.each([
    '1\n00:00:01,000 --> 00:00:02,000\nhi',
    '\n\n1\r\n00:00:01.000 --> 00:00:02.000\r\nhi',
    '00:00:01,000 --> 00:00:02,000\nhi',
    '1\n00:00:0x,000 --> 00:00:02,000\nhi',
  ])('%j is one', (text) => {
    expect(subRip.recognises(text)).toBe(true);
  });
  it.each(['', 'hello', '1\nhello\n00:00:01,000 --> 00:00:02,000', 'a --> b', '{"a": 1}', 'Dana Reyes  0:03\nhello'])(
    '%j is none',
    (text) => {
      expect(subRip.recognises(text)).toBe(false);
    },
  );
});

describe('SubRip: cues', () => {
  it('reads comma and dot, markup and positions', () => {
    expect(
      subRip.parse('1\n00:00:01,5 --> 00:00:02.25 X1:10 Y1:20\n{\\an8}<font color="red">Ann: </font>hi').cues,
    ).toEqual([{ speakerName: 'Ann', startMs: 1500, endMs: 2250, text: 'hi' }]);
  });

  it('never takes a short fraction for milliseconds: that is a habit of Teams, which writes no SubRip', () => {
    expect(subRip.parse('1\n0:0:1,5 --> 0:0:2,25\nhi').cues[0]).toMatchObject({ startMs: 1500, endMs: 2250 });
  });

  it('goes on with the speaker over lines and cues', () => {
    expect(
      said(
        '1',
        '00:00:01,000 --> 00:00:02,000',
        'Tom Okafor: one',
        'two',
        '',
        '2',
        '00:00:02,000 --> 00:00:03,000',
        'three',
      ),
    ).toEqual([
      ['Tom Okafor', 'one two'],
      ['Tom Okafor', 'three'],
    ]);
  });

  it('cuts a cue in which a second known speaker answers', () => {
    expect(
      said(
        ...['1', '00:00:01,000 --> 00:00:02,000', 'Tom: Ready?', 'Ida: Yes.', 'Plan: go'],
        ...['', '2', '00:00:02,000 --> 00:00:03,000', 'Ida: Fine.'],
      ),
    ).toEqual([
      ['Tom', 'Ready?'],
      ['Ida', 'Yes. Plan: go'],
      ['Ida', 'Fine.'],
    ]);
  });

  it('refuses a broken cue with its line', () => {
    const read = () => subRip.parse('1\n00:00:01,000 --> 00:00:02,000\nhi\n\n2\n00:00:02,000 --> 00:00:3x,000\nho');
    expect(read).toThrow(TranscriptError);
    expect(read).toThrow(/^line 6: /);
  });
});
