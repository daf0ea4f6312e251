/** Words that carry what a statement is about, in a common form: "Ten thousand eight hundred", "10,800"; "clinics", "clinic". */
export function contentWords(text: string): readonly string[] {
  const words = withFigures(wordsOf(withDates(text)));
  return [...new Set(words.filter((word) => !frame.has(word)).map(stem))].filter((word) => !frame.has(word));
}

export function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replace(/(?<=\d),(?=\d{3})/g, '')
      .replaceAll('’', "'")
      .match(/\p{L}[\p{L}']*|\d+(?:\.\d+)?/gu) ?? []
  );
}

/** Words with a capital that do not begin a sentence. */
export const namesIn = (text: string): readonly string[] =>
  (text.match(/(?<=[\p{L},] )\p{Lu}[\p{L}'’-]*\p{L}/gu) ?? []).map((name) => name.replace(/['’]s$/, ''));

/** How much a word tells: one that is in few segments of the call tells more. */
export class WordWeights {
  readonly #segmentsWith = new Map<string, number>();
  readonly #segments: number;

  constructor(segments: readonly { readonly text: string }[]) {
    this.#segments = segments.length;
    for (const { text } of segments)
      for (const word of contentWords(text)) this.#segmentsWith.set(word, (this.#segmentsWith.get(word) ?? 0) + 1);
  }

  of(word: string): number {
    return Math.log((this.#segments + 1) / ((this.#segmentsWith.get(word) ?? 0) + 0.5));
  }

  /** Of the weight of `words` how much is in `others`; 0 where there are none. */
  share(words: readonly string[], others: ReadonlySet<string>): number {
    let all = 0;
    let shared = 0;
    for (const word of words) {
      const weight = this.of(word);
      all += weight;
      if (others.has(word)) shared += weight;
    }
    return all === 0 ? 0 : shared / all;
  }
}

const months = 'january february march april may june july august september october november december'.split(' ');

const withDates = (text: string): string =>
  text.replace(
    /\b(\d{4})-(\d\d)-(\d\d)\b/g,
    (_date, year: string, month: string, day: string) =>
      `${months[Number(month) - 1] ?? ''} ${String(Number(day))} ${year}`,
  );

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

function figureOf(word: string): number | undefined {
  if (small.includes(word)) return small.indexOf(word);
  if (tens.includes(word)) return (tens.indexOf(word) + 2) * 10;
  if (ordinals.includes(word)) return ordinals.indexOf(word) + 1;
  if (word === 'twentieth') return 20;
  if (word === 'thirtieth') return 30;
  return undefined;
}

/** Spoken numbers as digits; "three seventy-five" stays 3 and 75. */
function withFigures(words: readonly string[]): readonly string[] {
  const all: string[] = [];
  let sum: number | undefined;
  let part = 0;
  const close = () => {
    if (sum !== undefined) all.push(String(sum + part));
    sum = undefined;
    part = 0;
  };
  for (const word of words) {
    const figure = figureOf(word);
    if (figure !== undefined) {
      const fits = part % 100 === 0 || (part % 10 === 0 && part % 100 >= 20 && figure < 10);
      if (!fits) close();
      sum ??= 0;
      part += figure;
    } else if (word === 'hundred' && sum !== undefined) part = Math.max(part, 1) * 100;
    else if (word === 'thousand' && sum !== undefined) {
      sum += Math.max(part, 1) * 1000;
      part = 0;
    } else if (word !== 'and' || sum === undefined || part % 100 !== 0) {
      close();
      all.push(word);
    }
  }
  close();
  return all;
}

function stem(word: string): string {
  if (/^\d/.test(word)) return word;
  const plain = word.replace(/'(?:s|ll|re|ve|d|m)?$/, '');
  if (plain.length < 5) return plain.length > 3 ? plain.replace(/(?<=[^su])s$/, '') : plain;
  return plain
    .replace(/ies$/, 'y')
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?:ing|ed)$/, '')
    .replace(/([^aeiousl])\1$/, '$1')
    .replace(/e$/, '');
}

/** Words of grammar, of speech, and those with which any statement tells who said what. */
const frame: ReadonlySet<string> = new Set(
  `a an the this that these those it its it's that's there there's here and or but if so as of to in on at by for from with about into over up out off than then too also
  i i'm i'll i've i'd me my we we're we'll we've we'd us our you you're you'll you've you'd your he he's him his she she's her they they're they'll they've they'd them their
  who what which when where how why is are was were be been being am isn't aren't wasn't do does did don't doesn't didn't done have has had having haven't hasn't will would won't
  wouldn't can could can't couldn't may might must should shall not no yes yeah ok okay well just really very um uh er hm oh like know mean get got go going gonna let let's say said
  says tell told one some any all each both only even still now again back same thing things way lot bit because whether while after before until
  rep prospect talk talked ask asks asked object objected objection answer answered agree agreed agrees name named price call ended deal still open next stayed raised doubts settle settled term terms
  went ahead declined sir ma'am please thank thanks sure right fine good`.split(/\s+/),
);
