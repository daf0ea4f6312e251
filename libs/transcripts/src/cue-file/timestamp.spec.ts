import { fractionsAreMilliseconds, parseTimestamp, toMilliseconds } from './timestamp.ts';

function millisecondsOf(text: string): number | null {
  const time = parseTimestamp(text);
  return time && toMilliseconds(time, fractionsAreMilliseconds([time]));
}

describe('parseTimestamp', () => {
  it.each([
    ['00:00:04.859', 4_859],
    ['01:02:03.004', 3_723_004],
    ['00:00:02,399', 2_399],
    ['02:16.500', 136_500],
    ['100:00:00.000', 360_000_000],
    ['00:00:26', 26_000],
    ['00:00:01.5', 1_500],
    ['00:00:01.1239999', 1_123],
    ['-00:00:01.500', -1_500],
    ['-00:00:00.000', 0],
  ])('reads %s', (text, expected) => {
    expect(millisecondsOf(text)).toBe(expected);
  });

  it.each([
    ['0:0:5.320', 5_320],
    ['0:0:0.0', 0],
    ['0:0:6.90', 6_090],
    ['0:0:6.5', 6_005],
    ['0:1:12.40', 72_040],
    ['0:0:-2.-500', -2_500],
  ])('reads %s, of a file that pads nothing, with the fraction as milliseconds', (text, expected) => {
    expect(millisecondsOf(text)).toBe(expected);
  });

  it.each([
    '',
    '12',
    '00:0x:01.000',
    '00:60:00.000',
    '00:00:60.000',
    '00:00:01.',
    '1:2:3:4.000',
    '00:00:01.5.5',
    '５:00:00',
  ])('refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});

describe('fractionsAreMilliseconds', () => {
  const timesOf = (...texts: string[]) => texts.map((text) => parseTimestamp(text)!);

  it('holds for a file without a single leading zero', () => {
    expect(fractionsAreMilliseconds(timesOf('0:0:6.90', '0:0:6.500', '0:10:12.50'))).toBe(true);
  });
  it('does not hold where anything is padded', () => {
    expect(fractionsAreMilliseconds(timesOf('0:0:6.90', '0:00:06.95'))).toBe(false);
    expect(fractionsAreMilliseconds(timesOf('0:00:18.80'))).toBe(false);
  });
  it('does not hold where nothing tells', () => {
    expect(fractionsAreMilliseconds(timesOf('10:15:12.50'))).toBe(false);
  });
});
