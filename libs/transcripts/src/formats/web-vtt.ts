import { splitLines } from '../cue-file/cue-blocks.ts';
import { readCueFile } from '../cue-file/read-cue-file.ts';
import { ARROW } from '../cue-file/timing-line.ts';
import { malformed } from '../transcript.errors.ts';
import type { TranscriptFormat } from './transcript-format.ts';

const SIGNATURE = /^\s*WEBVTT(?:\s|$)/i;
const SKIPPED_BLOCK = /^(?:NOTE(?:\s|$)|(?:STYLE|REGION)\s*$)/;

/** WebVTT as Zoom, Teams and subtitle tools write it. */
export const webVtt: TranscriptFormat = {
  name: 'vtt',
  title: 'WebVTT',
  recognises: (text) => SIGNATURE.test(text),
  parse(text) {
    const lines = splitLines(text);
    const signature = lines.findIndex((line) => line.trim() !== '');
    if (!SIGNATURE.test(lines[signature] ?? ''))
      throw malformed(Math.max(signature, 0) + 1, 'a WebVTT file begins with WEBVTT');
    return readCueFile(lines, {
      from: endOfHeader(lines, signature + 1),
      isSkippedBlock: (firstLine) => SKIPPED_BLOCK.test(firstLine),
      detectUnpaddedTimes: true,
    });
  },
};

/** The header (`Kind: captions`, …) lasts until a blank line, or until the first cue where that line was forgotten. */
function endOfHeader(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trim() !== '' && !lines[at]?.includes(ARROW)) at++;
  return at;
}
