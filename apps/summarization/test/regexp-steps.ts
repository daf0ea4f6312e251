import { RegExpParser, type AST } from '@eslint-community/regexpp';

/**
 * What regular expressions cost, counted instead of timed: each is matched a second time by a small backtracking matcher that takes the same
 * ways in the same order as V8 and counts them. A match that differs from V8's is an error here, so the count is of what really happens.
 */
export async function countingSteps<Value>(
  work: () => Value | Promise<Value>,
): Promise<{ value: Value; steps: number }> {
  let steps = 0;
  const counting = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = nativeExec.call(this, text);
    // Not the matcher's own.
    RegExp.prototype.exec = nativeExec;
    steps += stepsOf(this, text, from, match);
    RegExp.prototype.exec = counting;
    return match;
  };
  RegExp.prototype.exec = counting;
  try {
    return { value: await work(), steps };
  } finally {
    RegExp.prototype.exec = nativeExec;
  }
}

/** Of one search; `expected`: what V8 has found. */
export function stepsOf(
  pattern: RegExp,
  text: string,
  from = 0,
  expected: RegExpExecArray | null = execFrom(pattern, text, from),
): number {
  const matcher = compiled(pattern);
  const counter = { steps: 0 };
  let found: readonly [number, number] | null = null;
  for (let start = from; start <= text.length && found === null; start += widthAt(text, start, pattern.unicode)) {
    counter.steps += 1;
    if (matcher.mayStart(text, start)) {
      const end = run(matcher.program, text, start, counter);
      if (end !== null) found = [start, end];
    }
    if (pattern.sticky || matcher.onlyAtStart || start === text.length) break;
  }
  if (found?.[0] !== expected?.index || (expected !== null && found?.[1] !== expected.index + expected[0].length))
    throw new Error(`The counted match of ${pattern.source} differs from V8's.`);
  return counter.steps;
}

/** The texts that the pattern waits for, wherever they stand in it: "before", "end of". */
export function wordsOf(pattern: RegExp): readonly string[] {
  const words = new Set<string>();
  const visit = (alternatives: readonly AST.Alternative[]): void => {
    for (const { elements } of alternatives) {
      let word = '';
      const end = () => {
        if (word.trim() !== '') words.add(word.trim());
        word = '';
      };
      for (const element of elements) {
        if (element.type === 'Character') word += String.fromCodePoint(element.value);
        else {
          end();
          const inner = element.type === 'Quantifier' ? element.element : element;
          if ('alternatives' in inner) visit(inner.alternatives);
          else if (inner.type === 'Character') words.add(String.fromCodePoint(inner.value));
        }
      }
      end();
    }
  };
  visit(parsed(pattern).alternatives);
  return [...words];
}

const nativeExec = RegExp.prototype.exec;
const parser = new RegExpParser();

interface Matcher {
  readonly program: Program;
  readonly mayStart: (text: string, at: number) => boolean;
  readonly onlyAtStart: boolean;
}

interface Program {
  readonly code: readonly Instruction[];
  readonly backward: boolean;
  readonly unicode: boolean;
}

type Instruction =
  | { readonly kind: 'character'; readonly is: Membership }
  | { kind: 'split'; first: number; second: number }
  | { kind: 'jump'; to: number }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean; readonly start: boolean }
  | { readonly kind: 'look'; readonly program: Program; readonly negate: boolean }
  | { readonly kind: 'matched' };

function run(
  { code, backward, unicode }: Program,
  text: string,
  start: number,
  counter: { steps: number },
): number | null {
  const ways: number[] = [0, start];
  while (ways.length > 0) {
    let at = ways.pop() as number;
    let pc = ways.pop() as number;
    for (;;) {
      counter.steps += 1;
      const instruction = code[pc] as Instruction;
      if (instruction.kind === 'matched') return at;
      pc += 1;
      if (instruction.kind === 'split') {
        ways.push(instruction.second, at);
        pc = instruction.first;
      } else if (instruction.kind === 'jump') pc = instruction.to;
      else if (instruction.kind === 'character') {
        const next = backward ? at - widthBefore(text, at, unicode) : at + widthAt(text, at, unicode);
        if (next < 0 || next > text.length || !instruction.is(characterAt(text, Math.min(at, next), unicode))) break;
        at = next;
      } else if (instruction.kind === 'place') {
        if (!instruction.holds(text, at)) break;
      } else if ((run(instruction.program, text, at, counter) !== null) === instruction.negate) break;
    }
  }
  return null;
}

const matchers = new Map<string, Matcher>();

function compiled(pattern: RegExp): Matcher {
  const known = matchers.get(String(pattern));
  if (known !== undefined) return known;
  const program = programOf(parsed(pattern).alternatives, pattern, false);
  const matcher = { program, ...startOf(program) };
  matchers.set(String(pattern), matcher);
  return matcher;
}

function parsed({ source, unicode }: RegExp): AST.Pattern {
  return parser.parsePattern(source, 0, source.length, { unicode });
}

function programOf(alternatives: readonly AST.Alternative[], { flags, unicode }: RegExp, backward: boolean): Program {
  const code: Instruction[] = [];
  const plainFlags = flags.replace(/[dgy]/g, '');

  const oneOf = (ways: readonly (() => void)[]): void => {
    const [way, ...others] = ways;
    if (way === undefined) return;
    if (others.length === 0) {
      way();
      return;
    }
    const split = { kind: 'split' as const, first: code.length + 1, second: 0 };
    code.push(split);
    way();
    const jump = { kind: 'jump' as const, to: 0 };
    code.push(jump);
    split.second = code.length;
    oneOf(others);
    jump.to = code.length;
  };
  const sequence = (elements: readonly AST.Element[]): void => {
    for (const element of backward ? [...elements].reverse() : elements) one(element);
  };
  const any = (all: readonly AST.Alternative[]): void =>
    oneOf(
      all.map(
        ({ elements }) =>
          () =>
            sequence(elements),
      ),
    );
  const maybe = (greedy: boolean, body: () => void): void => {
    const nothing = () => undefined;
    oneOf(greedy ? [body, nothing] : [nothing, body]);
  };
  const repeated = ({ min, max, greedy, element }: AST.Quantifier): void => {
    for (let count = 0; count < min; count += 1) one(element);
    if (max !== Infinity) {
      const upTo = (left: number): void => {
        if (left > 0)
          maybe(greedy, () => {
            one(element);
            upTo(left - 1);
          });
      };
      upTo(max - min);
      return;
    }
    if (mayBeEmpty(element)) throw new Error(`A repetition of nothing: ${element.raw}`);
    const split = { kind: 'split' as const, first: 0, second: 0 };
    const begin = code.push(split) - 1;
    one(element);
    code.push({ kind: 'jump', to: begin });
    [split.first, split.second] = greedy ? [begin + 1, code.length] : [code.length, begin + 1];
  };
  const one = (element: AST.Element): void => {
    const { type } = element;
    if (type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass')
      code.push({ kind: 'character', is: membership(element.raw, plainFlags) });
    else if (type === 'Group' || type === 'CapturingGroup') any(element.alternatives);
    else if (type === 'Quantifier') repeated(element);
    else if (type !== 'Assertion') throw new Error(`${type} is not counted yet: ${element.raw}`);
    else if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
      const program = programOf(element.alternatives, { flags, unicode } as RegExp, element.kind === 'lookbehind');
      code.push({ kind: 'look', program, negate: element.negate });
    } else code.push(placeOf(element, flags));
  };
  any(alternatives);
  code.push({ kind: 'matched' });
  return { code, backward, unicode };
}

function placeOf(element: AST.EdgeAssertion | AST.WordBoundaryAssertion, flags: string): Instruction {
  const lines = flags.includes('m');
  const word = membership('\\w', '');
  const isWord = (text: string, at: number) => at >= 0 && at < text.length && word(text.charCodeAt(at));
  const holds =
    element.kind === 'start'
      ? (text: string, at: number) => at === 0 || (lines && text[at - 1] === '\n')
      : element.kind === 'word'
        ? (text: string, at: number) => (isWord(text, at - 1) !== isWord(text, at)) !== element.negate
        : (text: string, at: number) => at === text.length || (lines && text[at] === '\n');
  return { kind: 'place', holds, start: element.kind === 'start' && !lines };
}

/** Whether a character, by its code, is one of those that are meant. */
type Membership = (character: number) => boolean;

function membership(source: string, flags: string): Membership {
  const single = new RegExp(`^${source}$`, flags);
  return remembered((character) => nativeExec.call(single, String.fromCodePoint(character)) !== null);
}

function remembered(is: Membership): Membership {
  const known = new Map<number, boolean>();
  return (character) => {
    const answer = known.get(character) ?? is(character);
    known.set(character, answer);
    return answer;
  };
}

/** V8, too, passes over the places where the first character does not fit. */
function startOf({ code, unicode }: Program): Pick<Matcher, 'mayStart' | 'onlyAtStart'> {
  const first: Membership[] = [];
  let [atStart, anywhere] = [false, false];
  const seen = new Set<number>();
  const visit = (pc: number): void => {
    if (seen.has(pc)) return;
    seen.add(pc);
    const instruction = code[pc] as Instruction;
    if (instruction.kind === 'matched') anywhere = true;
    else if (instruction.kind === 'character') first.push(instruction.is);
    else if (instruction.kind === 'jump') visit(instruction.to);
    else if (instruction.kind === 'split') {
      visit(instruction.first);
      visit(instruction.second);
    } else if (instruction.kind === 'place' && instruction.start) atStart = true;
    else visit(pc + 1);
  };
  visit(0);
  const fits = remembered((character) => first.some((is) => is(character)));
  const mayStart = (text: string, at: number) =>
    anywhere || (atStart && at === 0) || (at < text.length && fits(characterAt(text, at, unicode)));
  return { mayStart, onlyAtStart: !anywhere && first.length === 0 };
}

function mayBeEmpty(element: AST.Element): boolean {
  const { type } = element;
  if (type === 'Group' || type === 'CapturingGroup')
    return element.alternatives.some(({ elements }) => elements.every(mayBeEmpty));
  return type === 'Quantifier' ? element.min === 0 || mayBeEmpty(element.element) : type === 'Assertion';
}

function characterAt(text: string, at: number, unicode: boolean): number {
  return (unicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;
}

function widthAt(text: string, at: number, unicode: boolean): number {
  return unicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function widthBefore(text: string, at: number, unicode: boolean): number {
  return unicode && at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
}

function execFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  const copy = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  copy.lastIndex = from;
  return nativeExec.call(copy, text);
}
