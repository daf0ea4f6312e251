import { TranscriptError } from '../transcript.errors.ts';
import { webVtt } from './web-vtt.ts';

const parse = (...lines: string[]) => webVtt.parse(['WEBVTT', '', ...lines].join('\n'));
const cues = (...lines: string[]) => parse(...lines).cues;
const said = (...lines: string[]) => cues(...lines).map(({ speakerName, text }) => [speakerName, text]);

function failure(...lines: string[]): { code: string; line: number | undefined; message: string } {
  try {
    parse(...lines);
  } catch (error) {
    if (error instanceof TranscriptError) return { code: error.code, line: error.line, message: error.message };
    throw error;
  }
  throw new Error('the file was read');
}

describe('WebVTT: recognising', () => {
  it.each(['WEBVTT', 'WEBVTT\n', '\ufeffWEBVTT\r\n\r\n', 'WEBVTT - a title\n', 'WEBVTT\tx', '\n\nWEBVTT\n'])(
    '%j is one',
    (text) => {
      expect(webVtt.recognises(text)).toBe(true);
    },
  );
  it.each(['', 'WEBVTTX', '1\n00:00:01,000 --> 00:00:02,000\nhi', 'a WEBVTT file', '{"WEBVTT": 1}'])(
    '%j is none',
    (text) => {
      expect(webVtt.recognises(text)).toBe(false);
    },
  );
});

describe('WebVTT: blocks', () => {
  it('starts the first cue where the header forgot its blank line', () => {
    const { cues } = webVtt.parse('WEBVTT\nKind: captions\n00:01.000 --> 00:02.000\nhello');
    expect(cues).toEqual([{ speakerName: null, startMs: 1000, endMs: 2000, text: 'hello' }]);
  });

  it('takes any line ends', () => {
    const text = 'WEBVTT\r\r00:01.000 --> 00:02.000\rone\r\n\r\n00:02.000 --> 00:03.000\ntwo';
    expect(webVtt.parse(text).cues.map((cue) => cue.text)).toEqual(['one', 'two']);
  });

  it('reads arrows without spaces, settings behind the times and a last cue without a line end', () => {
    expect(cues('00:01.000-->00:02.000 align:start position:10%,line-left', 'hello')).toEqual([
      { speakerName: null, startMs: 1000, endMs: 2000, text: 'hello' },
    ]);
  });

  it('keeps an arrow that somebody speaks', () => {
    expect(said('00:01.000 --> 00:02.000', 'Dana Reyes: we move', 'from A --> B')).toEqual([
      ['Dana Reyes', 'we move from A --> B'],
    ]);
  });

  it('takes a paragraph after a blank line for the rest of the cue', () => {
    expect(said('00:01.000 --> 00:02.000', 'Dana Reyes: one', '', 'two')).toEqual([['Dana Reyes', 'one two']]);
  });

  it('takes a word that begins like a keyword for speech', () => {
    expect(said('NOTEBOOK', '00:01.000 --> 00:02.000', 'STYLE', 'matters')).toEqual([[null, 'STYLE matters']]);
  });

  it('leaves empty cues out and says so; who spoke in them goes on', () => {
    const parsed = parse('00:01.000 --> 00:02.000', '<v Ann></v>', '', '00:02.000 --> 00:03.000', 'hello');
    expect(parsed).toEqual({
      cues: [{ speakerName: 'Ann', startMs: 2000, endMs: 3000, text: 'hello' }],
      notes: ['Cues without words left out: 1.'],
    });
  });
});

describe('WebVTT: broken files are refused with the line', () => {
  it.each([
    ['a start that is no time', 3, ['00:00:0x.000 --> 00:00:01.000', 'hi']],
    ['an end that is no time', 4, ['1', '00:00:00.000 --> 00:00:99.000', 'hi']],
    ['a missing end', 3, ['00:00:00.000 -->', 'hi']],
    ['an arrow without times', 3, ['--> 00:00:01.000', 'hi']],
    ['words behind the times', 3, ['00:01.000 --> 00:02.000 Tom: never mind', 'hi']],
    ['an end before the start', 3, ['00:02.000 --> 00:01.000', 'hi']],
    ['a broken arrow', 7, ['00:01.000 --> 00:02.000', 'hi', '', '2', '00:02.000 -> 00:03.000', 'ho']],
    [
      'broken times without a blank line before them',
      5,
      ['00:01.000 --> 00:02.000', 'hi', '00:02.0x0 --> 00:03.000', 'ho'],
    ],
    ['a number that no cue follows', 6, ['00:01.000 --> 00:02.000', 'hi', '', '2']],
    ['text before the first cue', 3, ['Dana Reyes: hello']],
    ['text after a comment', 8, ['00:01.000 --> 00:02.000', 'hi', '', 'NOTE', '', 'perhaps a comment']],
  ])('%s', (_, line, lines) => {
    const error = failure(...lines);
    expect(error).toMatchObject({ code: 'malformed', line });
    expect(error.message).toMatch(new RegExp(`^line ${line}: `));
  });

  it('a file without the signature', () => {
    expect(() => webVtt.parse('1\n00:01.000 --> 00:02.000\nhi')).toThrow('line 1: a WebVTT file begins with WEBVTT');
  });

  it('never quotes the file', () => {
    expect(failure('00:01.000 --> secret', 'hi').message).not.toContain('secret');
  });
});

describe('WebVTT: text', () => {
  const text = (...lines: string[]) => cues('00:01.000 --> 00:02.000', ...lines)[0]?.text;

  it.each([
    ['<b>bold</b>, <c.yellow.bg_blue>colour</c>, <lang en>word</lang>', 'bold, colour, word'],
    ['When <00:00:01.500>the <00:01.700>moon', 'When the moon'],
    ['R&amp;D &lt;3 &#39;x&#x27; &quot;y&quot; a&nbsp;b', 'R&D <3 \'x\' "y" a b'],
    ['&amp;lt;b&amp;gt; stays', '&lt;b&gt; stays'],
    ['&lt;v Eve&gt;is no voice', '<v Eve>is no voice'],
    ['fewer than <50 seats, a <- b, <3, <blink> and 5 > 4', 'fewer than <50 seats, a <- b, <3, <blink> and 5 > 4'],
    ['&unknown; & && &;', '&unknown; & && &;'],
    ['an open <b tag', 'an open <b tag'],
    ['&#0;&#xD800;&#xDFFF;&#x110000;', '\ufffd\ufffd\ufffd\ufffd'],
  ])('%s', (written, expected) => {
    expect(text(written)).toBe(expected);
  });

  it('joins the lines of a cue, tags across lines included', () => {
    expect(text('  one <i>two', 'three</i> four  ')).toBe('one two three four');
  });
});

describe('WebVTT: voices', () => {
  it('reads names with classes, spaces and references', () => {
    expect(said('00:01.000 --> 00:02.000', '<v.loud.first  Ann  &amp; Bo >hello</v>')).toEqual([['Ann & Bo', 'hello']]);
  });

  it('cuts a cue where it holds two voices, and only there', () => {
    expect(cues('00:01.000 --> 00:02.000', '<v Ann>one</v> two', '<v Ann>three</v>', '<v Bo>four')).toEqual([
      { speakerName: 'Ann', startMs: 1000, endMs: 2000, text: 'one two three' },
      { speakerName: 'Bo', startMs: 1000, endMs: 2000, text: 'four' },
    ]);
  });

  it('takes a colon for punctuation in a file with voices, and goes on with the voice before', () => {
    expect(
      said(
        '00:01.000 --> 00:02.000',
        '<v Ann>hi',
        '',
        '00:02.000 --> 00:03.000',
        'Bo: said',
        '',
        '00:03.000 --> 00:04.000',
        '<v>ho</v>',
      ),
    ).toEqual([
      ['Ann', 'hi'],
      ['Ann', 'Bo: said'],
      ['Ann', 'ho'],
    ]);
  });

  it('has no name for words before the first name', () => {
    expect(said('00:01.000 --> 00:02.000', 'hm', '', '00:02.000 --> 00:03.000', '<v Ann>hi')).toEqual([
      [null, 'hm'],
      ['Ann', 'hi'],
    ]);
  });
});

describe('WebVTT: times below zero', () => {
  it('moves the whole file, so that pauses and lengths stay', () => {
    const parsed = parse(
      '-00:00:02.000 --> -00:00:01.500',
      'a',
      '',
      '-00:00:01.000 --> 00:00:01.000',
      'b',
      '',
      '00:00:02.000 --> 00:00:03.000',
      'c',
    );
    expect(parsed.cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 500],
      [1000, 3000],
      [4000, 5000],
    ]);
    expect(parsed.notes).toEqual(["All times were moved 2000 ms later: the first words came before the file's zero."]);
  });
});
