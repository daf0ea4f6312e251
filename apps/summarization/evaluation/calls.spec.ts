import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Segment {
  readonly speaker: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly text: string;
}
interface ActionItem {
  readonly owner: string;
  readonly description: string;
  readonly due_date: string | null;
  readonly due_span?: readonly string[];
  readonly segments: readonly number[];
}
interface Objection {
  readonly objection: string;
  readonly segments: readonly number[];
  readonly answer_segments: readonly number[] | null;
}
interface Decision {
  readonly decision: string;
  readonly segments: readonly number[];
}
interface EvaluationCall {
  readonly id: string;
  readonly call_date: string;
  readonly timezone: string;
  readonly rep: { readonly name: string };
  readonly prospect: { readonly name: string; readonly company: string };
  readonly segments: readonly Segment[];
  readonly annotations: {
    readonly action_items: readonly ActionItem[];
    readonly objections: readonly Objection[];
    readonly decisions: readonly Decision[];
    readonly outcome: string;
    readonly key_moments: readonly number[];
    readonly notes?: string;
  };
}

const FOLDERS = ['development', 'validation', 'held-out'] as const;
const SPEAKERS = ['rep', 'prospect'];

const files = FOLDERS.flatMap((folder) => {
  const directory = join(import.meta.dirname, 'calls', folder);
  return readdirSync(directory).map((name) => ({
    folder,
    name,
    call: JSON.parse(readFileSync(join(directory, name), 'utf8')) as EvaluationCall,
  }));
});
const calls = files.map((file) => [file.call.id, file.call] as const);

describe('the evaluation set', () => {
  it('has at least 40 calls, half of them only scored', () => {
    const read = files.filter((file) => file.folder === 'development').length;

    expect(files.length).toBeGreaterThanOrEqual(40);
    expect(2 * read).toBeLessThanOrEqual(files.length);
  });

  it('names every file after the id of its call, once', () => {
    expect(files.map((file) => file.call.id)).toEqual(files.map((file) => basename(file.name, '.json')));
    expect(new Set(files.map((file) => file.call.id)).size).toBe(files.length);
  });

  it('says no longer sentence in two calls', () => {
    const texts = files.flatMap((file) => [
      ...new Set(file.call.segments.map((segment) => segment.text).filter((text) => text.split(' ').length > 7)),
    ]);

    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe.each(calls)('%s', (_id, call) => {
  const { action_items, objections, decisions, outcome, key_moments, notes } = call.annotations;

  it('happens at an instant, in a known time zone, between two named sides', () => {
    expect(call.call_date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(() => localDate(call)).not.toThrow();
    for (const name of [call.rep.name, call.prospect.name, call.prospect.company]) expect(name).toMatch(/\S/);
  });

  it('has segments in order of their start', () => {
    expect(call.segments.length).toBeGreaterThan(0);
    for (const [index, segment] of call.segments.entries()) {
      expect(SPEAKERS).toContain(segment.speaker);
      expect(segment.text).toMatch(/\S/);
      expect(segment.start_ms).toBeGreaterThanOrEqual(call.segments[index - 1]?.start_ms ?? 0);
      expect(segment.end_ms).toBeGreaterThan(segment.start_ms);
    }
  });

  it('cites segments that exist, in order and once', () => {
    const answers = objections.flatMap(({ answer_segments }) => (answer_segments ? [answer_segments] : []));
    const cited = [...action_items, ...objections, ...decisions].map(({ segments }) => segments);

    for (const indexes of [...cited, ...answers, key_moments]) {
      expect(indexes.length).toBeGreaterThan(0);
      expect([...new Set(indexes)].sort((a, b) => a - b)).toEqual(indexes);
      for (const index of indexes) expect(call.segments[index]).toBeDefined();
    }
  });

  it('has action items of a known owner, due on a day that exists and is not past', () => {
    for (const { owner, description, due_date, due_span } of action_items) {
      expect(SPEAKERS).toContain(owner);
      expect(description).toMatch(/^[A-Z].*[^.]$/);
      if (due_date !== null) {
        expect(isDay(due_date)).toBe(true);
        expect(due_date >= localDate(call)).toBe(true);
      }
      if (due_span) {
        expect(due_span).toHaveLength(2);
        expect(due_span.every(isDay)).toBe(true);
        expect(due_span[0]).toBe(due_date);
        expect([...due_span].sort()).toEqual(due_span);
      }
    }
  });

  it('has objections of the prospect and answers of the rep', () => {
    for (const { objection, segments, answer_segments } of objections) {
      expect(objection).toMatch(/\S/);
      expect(segments.every((index) => call.segments[index]?.speaker === 'prospect')).toBe(true);
      expect((answer_segments ?? []).every((index) => call.segments[index]?.speaker === 'rep')).toBe(true);
    }
  });

  it('has decisions, an outcome and notes', () => {
    for (const { decision } of decisions) expect(decision).toMatch(/\S/);
    expect(['won', 'lost', 'follow_up', 'no_outcome']).toContain(outcome);
    expect(notes ?? 'none').toMatch(/\S/);
  });
});

function localDate(call: EvaluationCall): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: call.timezone }).format(new Date(call.call_date));
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
