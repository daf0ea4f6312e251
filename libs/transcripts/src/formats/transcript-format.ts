import type { ParsedTranscript } from '../cue-file/parsed-transcript.ts';

/** Formats that can be imported. A new one is a file in this folder, a name here and an entry in `formats.ts`. */
export type FormatName = 'vtt' | 'srt';

/** One import format. `recognises` looks at shape alone and never throws; `parse` throws nothing but `TranscriptError`. */
export interface TranscriptFormat {
  readonly name: FormatName;
  /** For the list in an error message: `WebVTT (Zoom, Teams)`. */
  readonly title: string;
  recognises(text: string): boolean;
  parse(text: string): ParsedTranscript;
}
