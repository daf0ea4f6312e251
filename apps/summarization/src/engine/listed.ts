import type { Speaker } from './summary-engine.ts';
import { mostListed, namesObject, weightiest } from './listing.ts';
import { sayTheSame } from './objections.ts';
import { topicsIn } from './topic-words.ts';

/** What an engine has found, whichever engine it was: both list by the functions here. */
export interface Entry {
  readonly text: string;
  /** Where it was said first and last, as shares of the call. */
  readonly from: number;
  readonly until: number;
  /** Against others of its kind. */
  readonly weight: number;
}

export interface ActionEntry extends Entry {
  readonly owner: Speaker;
  readonly due: string | null;
}

/** Where the end of a call begins: what is to happen next is agreed on behind it. */
const endFrom = 0.5;

/** Action items that name their object, each once, as many as are read of a call of this length, in order of mention. */
export function listedActions<One extends ActionEntry>(found: readonly One[], minutes: number): readonly One[] {
  const most = mostListed.actions(minutes);
  const named = found.filter(({ text }) => namesObject(text));
  return inOrder(weightiest(merged(enough(named, most), sameAction, withDay), most, weightOf));
}

export function listedObjections<One extends Entry>(found: readonly One[], minutes: number): readonly One[] {
  const most = mostListed.objections(minutes);
  return inOrder(weightiest(merged(enough(found, most), saySame), most, weightOf));
}

/** What is to be done is among the action items, and not here again. */
export function listedDecisions<One extends Entry>(
  found: readonly One[],
  actions: readonly Entry[],
  minutes: number,
): readonly One[] {
  const most = mostListed.decisions(minutes);
  const others = found.filter((one) => !actions.some((action) => saySame(one, action)));
  return inOrder(weightiest(merged(enough(others, most), saySame), most, weightOf));
}

/** Not all that was promised: what was said in the end with a day; where there is no such thing, the last that was said. */
export function nextStepsOf<One extends Entry & { readonly dated: boolean }>(
  found: readonly One[],
  minutes: number,
): readonly One[] {
  const most = mostListed.actions(minutes);
  const late = found.filter(({ until }) => until >= endFrom);
  const dated = late.filter((one) => one.dated);
  const last = found.toSorted((left, right) => right.until - left.until).slice(0, 1);
  const agreed = [dated, late, last].find((some) => some.length > 0) ?? [];
  return inOrder(weightiest(merged(enough(agreed, most), saySame), most, weightOf));
}

/** Duplicates are looked for among twice as many as are listed: the work stays in proportion to the call. */
const enough = <One extends Entry>(found: readonly One[], most: number) => weightiest(found, 2 * most, weightOf);
const weightOf = ({ weight }: Entry) => weight;
const inOrder = <One extends Entry>(entries: readonly One[]): readonly One[] =>
  entries.toSorted((left, right) => left.from - right.from);
const saySame = (left: Entry, right: Entry) => left.text === right.text || sayTheSame(left.text, right.text);

/** A promise made twice is one; on two days, or of two things, it is two. */
function sameAction(left: ActionEntry, right: ActionEntry): boolean {
  return (
    left.owner === right.owner &&
    (left.due === null || right.due === null || left.due === right.due) &&
    sameObjects(objectsIn(left.text), objectsIn(right.text))
  );
}

const withDay = <One extends ActionEntry>(kept: One, other: One): One => ({ ...kept, due: kept.due ?? other.due });

/** "Send the prospect" is said of everything. */
const objectsIn = (text: string) => topicsIn(text.toLowerCase().replaceAll(/\b(?:rep|prospect)\b/g, ' '));

function sameObjects(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const shared = [...left].filter((word) => right.has(word)).length;
  const fewer = Math.min(left.size, right.size);
  return fewer < 2 ? left.size === right.size && shared === left.size : shared >= 0.75 * fewer;
}

/** Of those that are the same the weightiest stays, with what the others add. */
function merged<One extends Entry>(
  entries: readonly One[],
  same: (left: One, right: One) => boolean,
  joined: (kept: One, other: One) => One = (one) => one,
): readonly One[] {
  const kept: One[] = [];
  for (const one of entries.toSorted((left, right) => right.weight - left.weight)) {
    const place = kept.findIndex((known) => same(known, one));
    const known = kept[place];
    if (known === undefined) kept.push(one);
    else kept[place] = joined(known, one);
  }
  return kept;
}
