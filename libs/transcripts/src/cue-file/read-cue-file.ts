import { malformed } from '../transcript.errors.ts';
import type { ImportedCue, ParsedTranscript } from './parsed-transcript.ts';
import { type BlockRules, type CueBlock, readCueBlocks } from './cue-blocks.ts';
import { readCueText, type VoiceSpan } from './cue-text.ts';
import { speakersOf, splitLabel } from './speaker-labels.ts';
import { fractionsAreMilliseconds, toMilliseconds } from './timestamp.ts';

interface CueFileRules extends BlockRules {
  /** Whether the file may be of the Teams style in which nothing is padded, milliseconds included. */
  readonly detectUnpaddedTimes: boolean;
}

interface TimedCue {
  readonly startMs: number;
  readonly endMs: number;
  readonly spans: readonly VoiceSpan[];
}

/** Reads a file of cues, WebVTT or SubRip: the two differ in their header and comments, not in what a cue is. */
export function readCueFile(lines: readonly string[], rules: CueFileRules): ParsedTranscript {
  const timed = withTimes(readCueBlocks(lines, rules), rules.detectUnpaddedTimes);
  const shiftMs = -timed.reduce((earliest, cue) => Math.min(earliest, cue.startMs), 0);
  const { cues, empty } = withSpeakers(timed, shiftMs);
  const notes: string[] = [];
  if (shiftMs > 0) notes.push(`All times were moved ${shiftMs} ms later: the first words came before the file's zero.`);
  if (empty > 0) notes.push(`Cues without words left out: ${empty}.`);
  return { cues, notes };
}

function withTimes(blocks: readonly CueBlock[], detectUnpaddedTimes: boolean): TimedCue[] {
  const inMilliseconds =
    detectUnpaddedTimes && fractionsAreMilliseconds(blocks.flatMap(({ timing }) => [timing.start, timing.end]));
  return blocks.map(({ timing, line, lines }) => {
    const startMs = toMilliseconds(timing.start, inMilliseconds);
    const endMs = toMilliseconds(timing.end, inMilliseconds);
    if (endMs < startMs) throw malformed(line, 'the cue ends before it starts');
    return { startMs, endMs, spans: readCueText(lines) };
  });
}

/**
 * Times below zero mean that people spoke before the transcription's zero; the whole file is moved so that its first cue starts
 * at zero, which keeps every pause, length and overlap. Cutting at zero would pile the early cues upon each other.
 */
function withSpeakers(timed: readonly TimedCue[], shiftMs: number): { cues: ImportedCue[]; empty: number } {
  const voices = timed.some(({ spans }) => spans.some(({ voice }) => voice !== null));
  const utterancesOf = voices ? utterancesByVoice : utterancesByLabel(timed);
  const cues: ImportedCue[] = [];
  let speakerName: string | null = null;
  let empty = 0;
  for (const { startMs, endMs, spans } of timed) {
    let spoken = false;
    for (const utterance of joinSameSpeaker(utterancesOf(spans), speakerName)) {
      speakerName = utterance.speakerName;
      if (utterance.words.length === 0) continue;
      cues.push({ speakerName, startMs: startMs + shiftMs, endMs: endMs + shiftMs, text: utterance.words.join(' ') });
      spoken = true;
    }
    if (!spoken) empty++;
  }
  return { cues, empty };
}

interface Utterance {
  /** `null`: not said here, so the speaker before goes on. */
  readonly speakerName: string | null;
  readonly words: readonly string[];
}

/** In a file with `<v Name>`, a colon is punctuation. */
function utterancesByVoice(spans: readonly VoiceSpan[]): Utterance[] {
  return spans.map(({ voice, lines }) => ({ speakerName: voice, words: lines }));
}

/** `Name: text`: any name may open a cue; on a later line of it only a name that opens one elsewhere is a new speaker. */
function utterancesByLabel(timed: readonly TimedCue[]): (spans: readonly VoiceSpan[]) => Utterance[] {
  const openingLabels = timed.flatMap(({ spans }) => splitLabel(spans[0]?.lines[0] ?? '')?.name ?? []);
  const speakers = speakersOf(openingLabels);
  return (spans) =>
    spans
      .flatMap(({ lines }) => lines)
      .map((line) => {
        const labelled = splitLabel(line);
        return labelled && speakers.has(labelled.name)
          ? { speakerName: labelled.name, words: labelled.text === '' ? [] : [labelled.text] }
          : { speakerName: null, words: [line] };
      });
}

/** One utterance per change of speaker within the cue: a cue is cut only where it holds the words of two people. */
function joinSameSpeaker(utterances: readonly Utterance[], predecessor: string | null): Utterance[] {
  const joined: { speakerName: string | null; words: string[] }[] = [];
  for (const { speakerName, words } of utterances) {
    const current = joined.at(-1);
    const speaker = speakerName ?? current?.speakerName ?? predecessor;
    const open = current?.speakerName === speaker ? current : { speakerName: speaker, words: [] };
    if (open !== current) joined.push(open);
    for (const line of words) open.words.push(line);
  }
  return joined;
}
