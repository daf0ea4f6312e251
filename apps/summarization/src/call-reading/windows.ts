/** How a call is cut for the reader; the same in its training (tools/engine-lab/training/reader.py). */

export const windowTokens = 256;
const stride = 192;
const longestUnit = 72;
const opens = 101;
const separates = 102;
const unknown = 100;

/** What is read as one: a segment, or a part of a long one. */
export interface Unit {
  readonly segment: number;
  /** 0: the rep's side, 1: the prospect's. */
  readonly side: 0 | 1;
  /** Of the first token within the segment. */
  readonly offset: number;
  readonly ids: readonly number[];
}

export interface Window {
  readonly ids: readonly number[];
  readonly sides: readonly number[];
  /** The units that have most words around them here, and where their tokens stand. */
  readonly units: readonly { readonly unit: number; readonly first: number; readonly last: number }[];
}

export function unitsOf(segment: number, side: 0 | 1, tokens: readonly number[]): readonly Unit[] {
  const ids = tokens.length === 0 ? [unknown] : tokens;
  const size = Math.ceil(ids.length / Math.ceil(ids.length / longestUnit));
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, part) => {
    const offset = part * size;
    return { segment, side, offset, ids: ids.slice(offset, offset + size) };
  });
}

export function windowsOf(units: readonly Unit[]): readonly Window[] {
  const windows: { ids: number[]; sides: number[]; spans: Span[] }[] = [];
  const best: { window: number; room: number }[] = [];
  for (let start = 0; start < units.length;) {
    const window = fill(units, start);
    const end = start + window.spans.length;
    for (const { unit, first, last } of window.spans) {
      const before = start > 0 ? first : windowTokens;
      const after = end < units.length ? window.ids.length - last : windowTokens;
      const room = Math.min(before, after);
      if (room > (best[unit]?.room ?? -1)) best[unit] = { window: windows.length, room };
    }
    windows.push(window);
    if (end >= units.length) break;
    start = nextStart(units, start, end);
  }
  return windows.map(({ ids, sides, spans }, index) => ({
    ids,
    sides,
    units: spans.filter(({ unit }) => best[unit]?.window === index),
  }));
}

interface Span {
  readonly unit: number;
  readonly first: number;
  readonly last: number;
}

function fill(units: readonly Unit[], start: number) {
  const window = { ids: [opens], sides: [0], spans: [] as Span[] };
  for (let unit = start; unit < units.length; unit += 1) {
    const { ids, side } = units[unit] as Unit;
    const first = window.ids.length;
    if (first + ids.length + 1 > windowTokens) break;
    window.spans.push({ unit, first, last: first + ids.length });
    window.ids.push(...ids, separates);
    for (let token = 0; token <= ids.length; token += 1) window.sides.push(side);
  }
  return window;
}

function nextStart(units: readonly Unit[], start: number, end: number): number {
  let [taken, next] = [0, start];
  while (next < end - 1 && taken < stride) {
    taken += (units[next] as Unit).ids.length + 1;
    next += 1;
  }
  return Math.max(next, start + 1);
}

export const featureCount = 8;

/** Of each unit: its place in the call from the start and from the end, its length, its side, whether the side has changed. */
export function featuresOf(units: readonly Unit[]): Float32Array {
  const count = units.length;
  const rows = new Float32Array(count * featureCount);
  for (const [index, { ids, side }] of units.entries()) {
    const left = count - 1 - index;
    const same = index > 0 && units[index - 1]?.side === side ? 1 : 0;
    const place = [index / Math.max(1, count - 1), Math.exp(-index / 6), Math.exp(-left / 6), Math.exp(-left / 25)];
    rows.set([...place, Math.min(1, ids.length / 40), side, same, Math.min(1, count / 300)], index * featureCount);
  }
  return rows;
}
