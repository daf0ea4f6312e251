/** The two sides of a sales call. */
export type SpeakerSide = 'rep' | 'prospect';

/** A piece of a transcript in the shape of the API. */
export interface Segment {
  readonly speaker: SpeakerSide;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}
