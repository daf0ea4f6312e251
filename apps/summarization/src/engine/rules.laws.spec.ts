import { globSync, readFileSync } from 'node:fs';
import { runs } from '@ci/testing/property-runs';
import { parseSync, type RegExpLiteral } from '@swc/core';
import fc from 'fast-check';
import { stepsOf, wordsOf } from '../../test/regexp-steps.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly place: string;
}

const folders = `${import.meta.dirname}/../{engine,call-reading,llm-engine}`;
const files = globSync(`${folders}/**/*.ts`).filter((file) => !/\.(?:spec|fixture)\.ts$/.test(file));

/** Every pattern that is written in the engine's files, and every one that they put together. */
async function allRules(): Promise<readonly Rule[]> {
  return [...files.flatMap(writtenIn), ...(await putTogether())];
}

function writtenIn(file: string): Rule[] {
  const source = readFileSync(file, 'utf8');
  const rules: Rule[] = [];
  // A tree of plain objects: it is gone through as it is written out.
  JSON.stringify(
    parseSync(source, { syntax: 'typescript', decorators: true }),
    (_key, node: Partial<RegExpLiteral> | null) => {
      if (node?.type === 'RegExpLiteral') {
        const { pattern = '', flags = '' } = node;
        const line = source.slice(0, source.indexOf(`/${pattern}/${flags}`)).split('\n').length;
        rules.push({
          pattern: new RegExp(pattern, flags),
          place: `${file.slice(file.indexOf('src/'))}:${String(line)}`,
        });
      }
      return node;
    },
  );
  return rules;
}

async function putTogether(): Promise<Rule[]> {
  const rules: Rule[] = [];
  const native = RegExp;
  globalThis.RegExp = new Proxy(native, {
    construct(target, [source, flags]: [string, string]) {
      const pattern = new target(source, flags);
      const caller = new Error().stack?.split('\n')[2] ?? '';
      // Not those of libraries.
      if (caller.includes('/summarization/src/')) rules.push({ pattern, place: caller.trim() });
      return pattern;
    },
  });
  // Again: other tests of this process may have loaded them, and their patterns are made then.
  for (const file of files) await import(`${file}?again`);
  globalThis.RegExp = native;
  return rules;
}

/** Few words that return or many mixed, and an end that lets a match fail as late as can be. No line ends: a clause has none. */
const textsOf = (words: readonly string[]) =>
  fc
    .record({
      some: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
      between: fc.array(fc.constantFrom(' ', ' ', ' ', ', ', '  ', '-', '', '. ', ' the ', " i'll "), {
        minLength: 1,
        maxLength: 3,
      }),
      end: fc.constantFrom('', '.', ';', ',', '?', ' x', ' 1'),
    })
    .map(({ some, between, end }) => (length: number) => {
      let round = some.map((word, index) => word + (between[index % between.length] ?? '')).join('');
      if (round === '') round = ' ';
      return round.repeat(Math.ceil(length / round.length)).slice(0, length - end.length) + end;
    });

/** Of all searches that `matchAll` or `replace` would make. */
function stepsThrough(pattern: RegExp, text: string): number {
  if (!pattern.global) return stepsOf(pattern, text);
  let [steps, from] = [0, 0];
  for (;;) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    steps += stepsOf(pattern, text, from, match);
    pattern.lastIndex = 0;
    if (match === null) return steps;
    from = match.index + Math.max(match[0].length, 1);
    if (from > text.length) return steps;
  }
}

/** So many steps for each character are too few to show how they grow. */
const few = 60;

it('every rule passes over texts of its own words in steps that grow with their length alone', async () => {
  const rules = await allRules();
  expect(rules.filter(({ pattern }) => pattern.source.includes('monday')).length).toBeGreaterThan(30);
  expect(rules.length).toBeGreaterThan(400);
  const slow: string[] = [];
  for (const { pattern, place } of rules) {
    const texts = textsOf([...wordsOf(pattern), 'x', 'A', '1', ' ']);
    const found = fc.check(
      fc.property(texts, (text) => {
        const [short, long] = [400, 1_600].map((length) => stepsThrough(pattern, text(length)) / length) as [
          number,
          number,
        ];
        return long < 1.7 * Math.max(short, few);
      }),
      { numRuns: runs(25), seed: 1 },
    );
    if (found.failed) slow.push(`${place} ${pattern.source}: ${String(found.counterexample?.[0](120))}`);
  }
  expect(slow).toEqual([]);
}, 180_000);
