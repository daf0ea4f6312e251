import type { AnalysedSegment, Speaker } from '../engine/summary-engine.ts';
import { estimateTokens } from './token-estimate.ts';

/** A segment as the model reads it. Its number is its place in the transcript: statements cite it. */
export interface NumberedSegment {
  readonly id: number;
  readonly speaker: Speaker;
  readonly start_ms: number;
  readonly text: string;
}

/** What one request holds. */
export type TranscriptPart = readonly NumberedSegment[];

/** All segments with words, numbered by their place among all. */
export function numberSegments(segments: readonly AnalysedSegment[]): readonly NumberedSegment[] {
  return segments
    .map(({ speaker, start_ms, text }, id) => ({ id, speaker, start_ms, text }))
    .filter(({ text }) => text.trim() !== '');
}

/** One object on one line, whatever is said in it: JSON leaves only line breaks of other scripts, which are escaped here. */
export function asLine(value: object): string {
  return JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

export const tokensOf = (segment: NumberedSegment): number => estimateTokens(`${asLine(segment)}\n`);

/**
 * The transcript in as few parts as reading in order allows, none above `limit` tokens. Turns stay whole; one that is larger than a part is
 * cut between its segments, and only a segment that is larger still is cut within, its pieces under one number. Nothing is left out.
 */
export function partsOf(segments: readonly NumberedSegment[], limit: number): readonly TranscriptPart[] {
  const parts: NumberedSegment[][] = [];
  let room = 0;
  for (const block of turnsOf(segments).flatMap((turn) => blocksOf(turn, limit))) {
    const tokens = sum(block);
    if (tokens > room) {
      parts.push([]);
      room = limit;
    }
    parts.at(-1)?.push(...block);
    room -= tokens;
  }
  return parts;
}

const sum = (segments: readonly NumberedSegment[]): number =>
  segments.reduce((total, segment) => total + tokensOf(segment), 0);

/** What one side says until the other side speaks. */
export function turnsOf(segments: readonly NumberedSegment[]): readonly (readonly NumberedSegment[])[] {
  const turns: NumberedSegment[][] = [];
  for (const segment of segments) {
    const turn = turns.at(-1);
    if (turn?.[0]?.speaker === segment.speaker) turn.push(segment);
    else turns.push([segment]);
  }
  return turns;
}

/** What has to stay together: the turn, or where that is too large its segments, each cut where it is too large itself. */
function blocksOf(turn: readonly NumberedSegment[], limit: number): readonly (readonly NumberedSegment[])[] {
  if (sum(turn) <= limit) return [turn];
  return turn.flatMap((segment) => piecesOf(segment, limit)).map((piece) => [piece]);
}

function piecesOf(segment: NumberedSegment, limit: number): readonly NumberedSegment[] {
  if (tokensOf(segment) <= limit) return [segment];
  const middle = cutNear(segment.text, Math.floor(segment.text.length / 2));
  if (middle === 0) return [segment];
  const halves = [segment.text.slice(0, middle), segment.text.slice(middle)];
  return halves.flatMap((text) => piecesOf({ ...segment, text }, limit));
}

/** Between two words if one is near; never between the two halves of a character. */
function cutNear(text: string, place: number): number {
  const space = text.lastIndexOf(' ', place);
  if (space > place / 2) return space;
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}
