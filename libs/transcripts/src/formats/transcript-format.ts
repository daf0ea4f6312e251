/** Formats that can be imported. A new one is a file in this folder, a name here and an entry in `formats.ts`. */
export type FormatName = 'vtt' | 'srt';

/** One cue as the file has it: its own times, its words without markup, and who says them (`null`: the file never said). */
export interface ImportedCue {
  readonly speakerName: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** What a format makes of a file. Notes tell the sender what was read differently from how it stands there. */
export interface ParsedTranscript {
  readonly cues: readonly ImportedCue[];
  readonly notes: readonly string[];
}

/** One import format. `recognises` looks at shape alone and never throws; `parse` throws nothing but `TranscriptError`. */
export interface TranscriptFormat {
  readonly name: FormatName;
  /** For the list in an error message: `WebVTT (Zoom, Teams)`. */
  readonly title: string;
  recognises(text: string): boolean;
  parse(text: string): ParsedTranscript;
}
