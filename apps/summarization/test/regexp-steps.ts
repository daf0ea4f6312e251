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
      if (end >= 0) found = [start, end];
    }
    if (pattern.sticky || matcher.onlyAtStart || start === text.length) break;
  }
  if (found?.[0] !== expected?.index || (expected !== null && found?.[1] !== expected.index + expected[0].length))
    throw new Error(`The counted match of ${pattern.source} differs from V8's.`);
  return counter.steps;
}

/** The texts that the pattern waits for, wherever they are in it: "before", "end of". */
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

const [CHARACTER, SPLIT, JUMP, PLACE, LOOK, MATCHED] = [0, 1, 2, 3, 4, 5];

/** One shape for all kinds: the loop that reads them is nearly all of what counting costs. */
interface Instruction {
  readonly kind: number;
  readonly is: Characters;
  readonly holds: (text: string, at: number) => boolean;
  readonly start: boolean;
  readonly program: Program | null;
  readonly negate: boolean;
  /** Where a split goes first, and where a jump goes. */
  first: number;
  second: number;
  /** Of a split, by character: where its ways lead after those that the character closes, and in how many steps. */
  passed: Float64Array | null;
}

/** Ways that are still to be tried, of all matches that are under way: a look is one inside another. */
const ways: number[] = [];

/** Where the match ends, or -1. */
function run(program: Program, text: string, start: number, counter: { steps: number }): number {
  const { code, backward, unicode } = program;
  const bottom = ways.length;
  let [at, pc, steps] = [start, 0, 0];
  for (;;) {
    steps += 1;
    const instruction = code[pc] as Instruction;
    const { kind } = instruction;
    let fails = false;
    if (kind === SPLIT) {
      const character = unicode ? NaN : text.charCodeAt(backward ? at - 1 : at);
      const passed = character < ascii ? passedOver(code, pc, character) : pc;
      if (passed >= passedStep) {
        steps += 2 * Math.floor(passed / passedStep) - 1;
        pc = passed % passedStep;
      } else {
        ways.push(instruction.second, at);
        pc = instruction.first;
      }
    } else if (kind === CHARACTER) {
      const character = text.charCodeAt(backward ? at - 1 : at);
      if (character < ascii) {
        if (instruction.is.has(character)) at += backward ? -1 : 1;
        else fails = true;
      } else {
        const next = backward ? at - widthBefore(text, at, unicode) : at + widthAt(text, at, unicode);
        if (next < 0 || next > text.length || !instruction.is.has(characterAt(text, Math.min(at, next), unicode)))
          fails = true;
        else at = next;
      }
      pc += 1;
    } else if (kind === JUMP) pc = instruction.first;
    else if (kind === MATCHED) {
      ways.length = bottom;
      counter.steps += steps;
      return at;
    } else {
      fails =
        kind === PLACE
          ? !instruction.holds(text, at)
          : run(instruction.program as Program, text, at, counter) >= 0 === instruction.negate;
      pc += 1;
    }
    if (!fails) continue;
    if (ways.length === bottom) {
      counter.steps += steps;
      return -1;
    }
    at = ways.pop() as number;
    pc = ways.pop() as number;
  }
}

const passedStep = 2 ** 24;

/** The place behind all ways of a split that end at their first character; in units of `passedStep`, how many they are. */
function passedOver(code: readonly Instruction[], from: number, character: number): number {
  const split = code[from] as Instruction;
  const table = (split.passed ??= new Float64Array(ascii).fill(-1));
  const known = table[character] as number;
  if (known >= 0) return known;
  let [pc, count] = [from, 0];
  for (;;) {
    const { kind, first, second } = code[pc] as Instruction;
    const way = code[first] as Instruction;
    if (kind !== SPLIT || way.kind !== CHARACTER || way.is.has(character)) break;
    count += 1;
    pc = second;
  }
  return (table[character] = count * passedStep + pc);
}

const matchers = new Map<string, Matcher>();
const matchersOf = new WeakMap<RegExp, Matcher>();

function compiled(pattern: RegExp): Matcher {
  const known = matchersOf.get(pattern) ?? matchers.get(String(pattern));
  if (known !== undefined) {
    matchersOf.set(pattern, known);
    return known;
  }
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
    const split = instruction(SPLIT, { first: code.length + 1 });
    code.push(split);
    way();
    const jump = instruction(JUMP);
    code.push(jump);
    split.second = code.length;
    oneOf(others);
    jump.first = code.length;
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
    const split = instruction(SPLIT);
    const begin = code.push(split) - 1;
    one(element);
    code.push(instruction(JUMP, { first: begin }));
    [split.first, split.second] = greedy ? [begin + 1, code.length] : [code.length, begin + 1];
  };
  const one = (element: AST.Element): void => {
    const { type } = element;
    if (type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass')
      code.push(instruction(CHARACTER, { is: characters(element.raw, plainFlags) }));
    else if (type === 'Group' || type === 'CapturingGroup') any(element.alternatives);
    else if (type === 'Quantifier') repeated(element);
    else if (type !== 'Assertion') throw new Error(`${type} is not counted yet: ${element.raw}`);
    else if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
      const program = programOf(element.alternatives, { flags, unicode } as RegExp, element.kind === 'lookbehind');
      code.push(instruction(LOOK, { program, negate: element.negate }));
    } else code.push(placeOf(element, flags));
  };
  any(alternatives);
  code.push(instruction(MATCHED));
  return { code, backward, unicode };
}

function placeOf(element: AST.EdgeAssertion | AST.WordBoundaryAssertion, flags: string): Instruction {
  const lines = flags.includes('m');
  const word = characters('\\w', '');
  const isWord = (text: string, at: number) => at >= 0 && at < text.length && word.has(text.charCodeAt(at));
  const holds =
    element.kind === 'start'
      ? (text: string, at: number) => at === 0 || (lines && text[at - 1] === '\n')
      : element.kind === 'word'
        ? (text: string, at: number) => (isWord(text, at - 1) !== isWord(text, at)) !== element.negate
        : (text: string, at: number) => at === text.length || (lines && text[at] === '\n');
  return instruction(PLACE, { holds, start: element.kind === 'start' && !lines });
}

function instruction(kind: number, of: Partial<Instruction> = {}): Instruction {
  const { is = none, holds = () => false, start = false, program = null, negate = false, first = 0, second = 0 } = of;
  return { kind, is, holds, start, program, negate, first, second, passed: null };
}

const ascii = 128;

/** Those that are meant, by their codes; each is asked for once. */
class Characters {
  readonly #few = new Int8Array(ascii).fill(-1);
  readonly #others = new Map<number, boolean>();
  readonly #is: (character: number) => boolean;

  constructor(is: (character: number) => boolean) {
    this.#is = is;
  }

  has(character: number): boolean {
    if (character >= ascii) return this.#hasOther(character);
    if (this.#few[character] === -1) this.#few[character] = this.#is(character) ? 1 : 0;
    return this.#few[character] === 1;
  }

  #hasOther(character: number): boolean {
    const answer = this.#others.get(character) ?? this.#is(character);
    this.#others.set(character, answer);
    return answer;
  }
}

const none = new Characters(() => false);
const sets = new Map<string, Characters>();

function characters(source: string, flags: string): Characters {
  const single = new RegExp(`^${source}$`, flags);
  const known = sets.get(String(single));
  if (known !== undefined) return known;
  const set = new Characters((character) => nativeExec.call(single, String.fromCodePoint(character)) !== null);
  sets.set(String(single), set);
  return set;
}

/** V8, too, passes over the places where the first character does not fit. */
function startOf({ code, unicode }: Program): Pick<Matcher, 'mayStart' | 'onlyAtStart'> {
  const first: Characters[] = [];
  let [atStart, anywhere] = [false, false];
  const seen = new Set<number>();
  const visit = (pc: number): void => {
    if (seen.has(pc)) return;
    seen.add(pc);
    const instruction = code[pc] as Instruction;
    if (instruction.kind === MATCHED) anywhere = true;
    else if (instruction.kind === CHARACTER) first.push(instruction.is);
    else if (instruction.kind === JUMP) visit(instruction.first);
    else if (instruction.kind === SPLIT) {
      visit(instruction.first);
      visit(instruction.second);
    } else if (instruction.kind === PLACE && instruction.start) atStart = true;
    else visit(pc + 1);
  };
  visit(0);
  const fits = new Characters((character) => first.some((set) => set.has(character)));
  const mayStart = (text: string, at: number) =>
    anywhere || (atStart && at === 0) || (at < text.length && fits.has(characterAt(text, at, unicode)));
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
