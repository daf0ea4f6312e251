import type { SpeakerSide } from '../segments/segment.ts';

/** A person of the call, as far as known. */
export interface PersonHint {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** What is known about who is who, besides the transcript. */
export interface SpeakerHints {
  /** Sides the caller gave for labels of the file. */
  readonly explicit: Readonly<Record<string, SpeakerSide>>;
  readonly rep?: PersonHint | undefined;
  readonly prospect?: PersonHint | undefined;
  readonly attendees: readonly PersonHint[];
  /** E-mail domains of the rep's own organisation. */
  readonly ownDomains: readonly string[];
}
