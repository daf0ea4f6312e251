export type Side = 'rep' | 'prospect';

export interface Person {
  readonly side: Side;
  readonly name: string;
  readonly role: string;
  readonly company: string;
}

export interface Segment {
  readonly speaker: Side;
  readonly person: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}

/** A call as its writer handed it in, with times by speaking rate. */
export interface WrittenCall {
  readonly id: string;
  readonly trade: string;
  readonly stage: string;
  readonly channel: string;
  /** The call's start, ISO 8601 in UTC. */
  readonly call_date: string;
  /** IANA name. */
  readonly timezone: string;
  readonly sells: string;
  readonly style: string;
  readonly phenomena: readonly string[];
  readonly people: readonly Person[];
  readonly segments: readonly Segment[];
}

const fields = ['id', 'trade', 'stage', 'channel', 'date', 'sells', 'style', 'phenomena'] as const;
const styles = ['clean', 'asr', 'rough'];
/** 150 words a minute. */
const millisecondsPerWord = 400;

/** Reads a call in the form that GUIDE.md describes; throws an error that names the line. */
export function readWrittenCall(text: string): WrittenCall {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const border = lines.indexOf('---');
  if (border < 0) throw new Error('no line of --- between header and turns');
  const values = new Map<string, string>();
  const people = new Map<string, Person>();
  for (const line of lines.slice(0, border)) {
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = /^(\w+): *(.*)$/.exec(line) ?? [];
    if (name === 'rep' || name === 'prospect') {
      const [letter = '', person = '', role = '', company = ''] = value.split('|').map((part) => part.trim());
      if (!/^[A-Z]\d?$/.test(letter) || person === '') throw new Error(`no letter and name in: ${line}`);
      if (people.has(letter)) throw new Error(`the letter ${letter} stands for two people`);
      people.set(letter, { side: name, name: person, role, company });
    } else if ((fields as readonly string[]).includes(name)) values.set(name, value.trim());
    else throw new Error(`no header line: ${line}`);
  }
  for (const name of fields) if (!values.get(name)) throw new Error(`${name}: is missing`);
  const value = (name: (typeof fields)[number]) => values.get(name) ?? '';
  if (!styles.includes(value('style'))) throw new Error(`style is one of ${styles.join(', ')}`);
  const [local = '', timezone = ''] = value('date').split(/\s+/);
  return {
    id: value('id'),
    trade: value('trade'),
    stage: value('stage'),
    channel: value('channel'),
    call_date: instantOf(local, timezone),
    timezone,
    sells: value('sells'),
    style: value('style'),
    phenomena: value('phenomena')
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '' && code !== 'none'),
    people: [...people.values()],
    segments: timed(value('id'), readTurns(lines, border + 1, people)),
  };
}

interface Turn {
  readonly person: Person;
  readonly over: boolean;
  readonly pauseMs: number;
  readonly text: string;
}

function readTurns(lines: readonly string[], from: number, people: ReadonlyMap<string, Person>): Turn[] {
  const turns: Turn[] = [];
  for (const [offset, line] of lines.slice(from).entries()) {
    if (line.trim() === '') continue;
    const [, letter = '', mark = '', said = ''] = /^([A-Z]\d?)(?: \[(over|\d+s)\])?: (.*)$/.exec(line) ?? [];
    const person = people.get(letter);
    if (person === undefined || said.trim() === '')
      throw new Error(`line ${from + offset + 1} is no turn of somebody in the header: ${line.slice(0, 60)}`);
    turns.push({
      person,
      over: mark === 'over',
      pauseMs: mark.endsWith('s') ? 1000 * parseInt(mark) : 0,
      text: said.trim(),
    });
  }
  if (turns.length === 0) throw new Error('the call has no spoken turn');
  return turns;
}

function timed(id: string, turns: readonly Turn[]): Segment[] {
  const random = randomFrom(id);
  let end = 0;
  let start = 0;
  return turns.map(({ person, over, pauseMs, text }) => {
    const lasts = Math.round(300 + text.split(/\s+/).length * millisecondsPerWord * (0.85 + 0.3 * random()));
    const gap = pauseMs + Math.round(150 + 700 * random());
    start = over ? Math.max(start, Math.round(end - Math.min(1500, (end - start) / 2))) : end + gap;
    end = Math.max(end, start + lasts);
    return { speaker: person.side, person: person.name, start_ms: start, end_ms: start + lasts, text };
  });
}

/** The same numbers in [0, 1) for the same text (mulberry32 over an FNV-1a hash). */
function randomFrom(text: string): () => number {
  let state = 2166136261;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function instantOf(local: string, timezone: string): string {
  if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(local)) throw new Error('date: is not like 2026-03-12T10:30 Europe/Dublin');
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) throw new Error(`${local} is no date`);
  const offsetAt = (instant: number): number => {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(
      instant,
    );
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '') ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
  const instant = asUtc - offsetAt(asUtc - offsetAt(asUtc));
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
