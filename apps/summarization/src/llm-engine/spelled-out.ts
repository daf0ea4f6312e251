import type { Evidence } from '../engine/summary-engine.ts';

/**
 * What a text of a model may also invent without a digit or a capital inside the sentence: numbers and days in words, and a name as its first
 * word. The check of the embedded engine needs not look for them, because that engine only leaves words out.
 */
export function saysOnlyWhatWasSaid(text: string, evidence: readonly Evidence[], names: readonly string[]): boolean {
  const said = new Set(wordsIn([...evidence.map(({ quote }) => quote), ...names].join(' \n ')));
  return (
    (plain(text).match(spelledOut) ?? []).every((found) => wordsIn(found).every((word) => said.has(word))) &&
    firstWordsThatActOrAreOwned(text).every((word) => said.has(plain(word)) || subjects.has(plain(word)))
  );
}

const plain = (text: string) => text.toLowerCase().replace(/[‘’]/g, "'");
const wordsIn = (text: string): readonly string[] => plain(text).match(/\p{L}+/gu) ?? [];

const spelledOut =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|half|third|quarter|double|triple|tomorrow|tonight|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december|weekend|christmas|easter|(?:next|this|last|end of (?:the|this|next)) (?:week|month|quarter|year)|(?:within|in) (?:a|the) (?:day|week|month|quarter|year))\b/gu;

/** "Maria will …", "Kestrel's …": what starts a sentence has a capital anyway, so only what it does tells a name. */
function firstWordsThatActOrAreOwned(text: string): readonly string[] {
  return [...text.matchAll(actor)].map(([word]) => word);
}

const actor =
  /(?<=^|[.!?]["'”’)]?\s+)\p{Lu}[\p{L}-]*(?=['’]s?\s|\s(?:and\s\p{Lu}|will|would|can|could|may|might|must|should|shall|is|are|was|were|has|have|had|does|did|agreed|asked|said|says|told|wants?|wanted|needs?|needed|offered|confirmed|promised|explained|proposed|suggested|raised|accepted|declined|refused|rejected|mentioned|described|expressed|committed|plans?|planned|uses?|used|sells?|sold|buys?|bought|pays?|paid|sends?|sent|signed|requested|considers?|considered|prefers?|preferred)\b)/gu;

/** Words that are no names wherever they stand. */
const subjects = new Set(
  'the a an both neither either all nobody no one they he she it we you there this that these those rep reps prospect prospects buyer seller customer client caller speaker speakers parties sides team teams call conversation discussion meeting demo pricing price prices budget cost costs contract contracts terms timing timeline delivery payment concern concerns objection objections interest agreement decision decisions next follow what who how when here let'.split(
    ' ',
  ),
);
