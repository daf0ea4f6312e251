import type { Dialogue, Sentence } from './dialogue.ts';

export interface Topic {
  readonly name: string;
  /** The first place where it comes up. */
  readonly evidence: Sentence;
}

const lexicon: readonly (readonly [string, RegExp])[] = [
  [
    'pricing',
    /\b(?:price|prices|pricing|cost|costs|quote|quoted|budget|discount|fees?|invest(?:ment)?|per (?:month|seat|user|year)|annually)\b|[$€£]\d/g,
  ],
  [
    'implementation',
    /\b(?:implementation|implement|roll-?out|onboarding|set-?up|installation|install|go live|kick-?off|migration)\b/g,
  ],
  ['security', /\b(?:security|privacy|gdpr|hipaa|compliance|encrypted|encryption|soc ?2)\b/g],
  ['integrations', /\b(?:integrate[sd]?|integrations?|api|connector|connectors|salesforce|hubspot|sap|erp)\b/g],
  ['a pilot', /\b(?:pilot|trial|proof of concept|poc)\b/g],
  ['a demo', /\bdemos?\b/g],
  [
    'contract terms',
    /\b(?:contract|cancellation|cancel|termination|term|notice period|renewal|month-to-month|billed|payment)\b/g,
  ],
  ['training and support', /\b(?:training|train|support|customer success|help ?desk)\b/g],
  ['reporting', /\b(?:reports?|reporting|dashboards?|analytics|metrics|forecast(?:s|ing)?)\b/g],
  ['delivery', /\b(?:delivery|deliver|shipping|shipment|lead time)\b/g],
  ['hiring', /\b(?:hiring|new hires?|recruit\w*|ramp)\b/g],
  ['alternatives', /\b(?:competitors?|other (?:vendor|vendors|provider|quote|quotes)|alternative|alternatives)\b/g],
];
const rareWord = /^.{0,3}$/;
const filler = new Set(
  "about actually after again also always another anything around back because been before being better call could definitely doing done does doesn down each either else even ever every everything exactly first give going gonna good great guess guys happy have having haven hello help here honestly idea just keep kind know last least like little long look looking made make makes many maybe mean might minute minutes more morning most much need never next nice nothing okay only other over people perfect perhaps please point pretty probably question questions quick quite really right said same says send sent should show since some somebody something sometimes soon sorry sort speak stuff sure take talk talking team tell than thank thanks that their them then there these they thing things think this those though thought three through time times today together tomorrow tonight totally trying twice under understand until used using very wait want wanted week weeks well went were what whatever when where which while will with without wonder wonderful work working works would yeah year years your yours monday tuesday wednesday thursday friday saturday sunday afternoon month months awesome cool fine hear heard getting alright absolutely appreciate basically sounds sound feel different whole once come came coming we're you're they're that's don't it's i'll we'll i've we've you've didn't doesn't isn't can't won't what's let's there's here's i'm he's she's wasn't weren't wouldn't couldn't shouldn't aren't haven't hasn't you'll you'd they'll yes from into your just call calls prospect name"
    .split(' ')
    .filter((word) => !rareWord.test(word)),
);

/** What the call is about: known subjects of sales talk by how often they come up, then words that return. At most three. */
export function topicsOf(dialogue: Dialogue): readonly Topic[] {
  const sentences = differentOf(dialogue);
  const known = lexicon.flatMap(([name, pattern]) =>
    countOf(name, sentences, (text) => text.match(pattern)?.length ?? 0),
  );
  const strong = known.filter(({ count }) => count >= 2).sort((left, right) => right.count - left.count);
  const chosen = [...strong, ...returningWords(sentences), ...known.filter(({ count }) => count === 1)].slice(0, 3);
  return chosen.map(({ name, evidence }) => ({ name, evidence }));
}

/** A sentence where it is first said, and how often it is said. */
interface Repeated {
  readonly sentence: Sentence;
  times: number;
}

function differentOf({ sentences }: Dialogue): readonly Repeated[] {
  const known = new Map<string, Repeated>();
  for (const sentence of sentences) {
    const found = known.get(sentence.text);
    if (found === undefined) known.set(sentence.text, { sentence, times: 1 });
    else found.times += 1;
  }
  return [...known.values()];
}

interface CountedTopic extends Topic {
  readonly count: number;
}

function countOf(
  name: string,
  sentences: readonly Repeated[],
  occurrences: (text: string) => number,
): readonly CountedTopic[] {
  let count = 0;
  let evidence: Sentence | undefined;
  for (const { sentence, times } of sentences) {
    const found = occurrences(sentence.text);
    if (found > 0) evidence ??= sentence;
    count += found * times;
  }
  return evidence === undefined ? [] : [{ name, evidence, count }];
}

// A word that ends its phrase: "the pumps, …", "pumps are …", but not "single phase build".
const asNoun =
  /(?<![\p{L}\p{N}'-])(?!\p{Ll}*(?:teen|teenth|tieth|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|third|hundred|thousand|ly)\b)\p{Ll}{5,20}(?=$|\s*[,.;:!?]|\s+(?:is|are|was|were|and|or|for|in|on|to|of|from|at|with|has|have|will|would|can)\b)/gu;

function returningWords(sentences: readonly Repeated[]): readonly CountedTopic[] {
  const words = new Map<string, { count: number; evidence: Sentence }>();
  for (const { sentence, times } of sentences) {
    for (const word of new Set(sentence.text.match(asNoun) ?? [])) {
      const known = words.get(word);
      if (known !== undefined) known.count += times;
      else if (!filler.has(word) && words.size < 50_000) words.set(word, { count: times, evidence: sentence });
    }
  }
  const isKnown = (word: string) => lexicon.some(([, pattern]) => word.search(pattern) >= 0);
  return [...words]
    .filter(([word, { count }]) => count >= 3 && !isKnown(word))
    .map(([name, { count, evidence }]) => ({ name, count, evidence }))
    .sort((left, right) => right.count - left.count || left.evidence.index - right.evidence.index)
    .slice(0, 3);
}
