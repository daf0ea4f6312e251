import { splitLines } from '../cue-file/cue-blocks.ts';
import { readCueFile } from '../cue-file/read-cue-file.ts';
import { looksLikeTiming } from '../cue-file/timing-line.ts';
import type { TranscriptFormat } from './transcript-format.ts';

/** The two first lines that are not blank are looked for in this much of the file. */
const OPENING_CHARACTERS = 2_000;

/** SubRip (`.srt`). It has no signature: a file is taken for one when its first or second line holds a cue's times. */
export const subRip: TranscriptFormat = {
  name: 'srt',
  title: 'SubRip',
  recognises(text) {
    const opening = splitLines(text.trimStart().slice(0, OPENING_CHARACTERS)).filter((line) => line.trim() !== '');
    return opening.slice(0, 2).some(looksLikeTiming);
  },
  parse: (text) => readCueFile(splitLines(text), { from: 0, isSkippedBlock: () => false, detectUnpaddedTimes: false }),
};
