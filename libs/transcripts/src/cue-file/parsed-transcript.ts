/** One cue as the file has it: its own times, its words without markup, and who says them (`null`: the file never said). */
export interface ImportedCue {
  readonly speakerName: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** What a format makes of a file. Notes report to the sender what was read differently from the file. */
export interface ParsedTranscript {
  readonly cues: readonly ImportedCue[];
  readonly notes: readonly string[];
}
