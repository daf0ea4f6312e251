import type { ImportedCue } from '../cue-file/parsed-transcript.ts';
import type { Segment, SpeakerSide } from '../segments/segment.ts';
import { knownPeople, type Placement } from './known-people.ts';
import type { SpeakerHints } from './speaker-hints.ts';

const RULES = ['explicit', 'email', 'name', 'domain', 'guessed'] as const;

/** How the sides were found, the surest first. */
export type SpeakerMapping = (typeof RULES)[number];

/** A speaker of the file and the side given to them; `name` is `null` for words before the first name. */
export interface MappedSpeaker {
  readonly name: string | null;
  readonly side: SpeakerSide;
}

/** Segments with sides, and how sure the sides are. */
export interface MappedTranscript {
  readonly segments: readonly Segment[];
  /** The weakest rule that was needed. */
  readonly speakerMapping: SpeakerMapping;
  /** In order of their first words. */
  readonly speakers: readonly MappedSpeaker[];
}

/** Gives every speaker of a file a side. The order of the rules, and what becomes of speakers no rule knows, is in the README. */
export function mapSpeakers(cues: readonly ImportedCue[], hints: SpeakerHints): MappedTranscript {
  const names = speakersInOrder(cues);
  const place = knownPeople(hints);
  const placements = new Map<string | null, Placement | null>(
    names.map((name) => [name, name === null ? null : place(name)]),
  );
  const { sides, guessed } = placeTheRest(names, placements);
  const rules: SpeakerMapping[] = [...placements.values()].flatMap((placement) => placement?.rule ?? []);
  if (guessed) rules.push('guessed');
  return {
    segments: cues.map((cue) => ({
      speaker: sides.get(cue.speakerName) ?? 'prospect',
      start_ms: cue.startMs,
      end_ms: cue.endMs,
      text: cue.text,
    })),
    speakerMapping: RULES.findLast((rule) => rules.includes(rule)) ?? 'guessed',
    speakers: names.map((name) => ({ name, side: sides.get(name) ?? 'prospect' })),
  };
}

/** Distinct speakers by when they first speak; a file need not be in order of time. */
function speakersInOrder(cues: readonly ImportedCue[]): readonly (string | null)[] {
  const inTime = cues.toSorted((one, other) => one.startMs - other.startMs);
  return [...new Set(inTime.map((cue) => cue.speakerName))];
}

/**
 * Sides for the speakers no rule knows:
 * - a rep is known: they are all the prospect's;
 * - only prospects are known and one speaker is left: that one is the rep (elimination, so no guess);
 * - otherwise the first of them is the rep and the others are the prospect's: a guess.
 * Words before the first name go with the first name that follows, or are the rep's where there is no name at all: a guess.
 */
function placeTheRest(
  names: readonly (string | null)[],
  placements: ReadonlyMap<string | null, Placement | null>,
): { sides: ReadonlyMap<string | null, SpeakerSide>; guessed: boolean } {
  const sides = new Map<string | null, SpeakerSide>();
  for (const [name, placement] of placements) if (placement) sides.set(name, placement.side);
  const repIsKnown = [...sides.values()].includes('rep');
  const prospectIsKnown = [...sides.values()].includes('prospect');
  const unknown = names.filter((name) => name !== null && !sides.has(name));
  unknown.forEach((name, position) => sides.set(name, !repIsKnown && position === 0 ? 'rep' : 'prospect'));
  const byElimination = unknown.length === 0 || repIsKnown || (prospectIsKnown && unknown.length === 1);
  if (!names.includes(null)) return { sides, guessed: !byElimination };
  const firstNamed = names.find((name) => name !== null);
  sides.set(null, firstNamed === undefined ? 'rep' : (sides.get(firstNamed) ?? 'rep'));
  return { sides, guessed: true };
}
