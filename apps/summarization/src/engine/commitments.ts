import type { Dialogue, Sentence } from './dialogue.ts';
import { findDueDate } from './due-date.ts';
import type { DateMention } from './due-date.ts';
import { accepts, actionTalkOf, refuses, takesBack } from './speech-acts.ts';
import type { ActionTalk } from './speech-acts.ts';
import type { Speaker } from './summary-engine.ts';
import { imperative, otherSide, tidy } from './wording.ts';

export interface Commitment {
  readonly description: string;
  readonly owner: Speaker;
  readonly due: string | null;
  readonly evidence: readonly Sentence[];
}

interface Draft {
  readonly owner: Speaker;
  readonly mentions: Mention[];
  readonly evidence: Sentence[];
  due: string | null;
}

/** One thing said about an action: its words and what they are about. */
interface Mention {
  readonly talk: ActionTalk;
  readonly date: DateMention | null;
  readonly topics: ReadonlySet<string>;
}

/** A request or an offer that the other side has not answered yet. */
interface Pending {
  readonly mention: Mention;
  readonly owner: Speaker;
}

/**
 * Request and acceptance are one commitment, a refusal is none; a promise said again counts once, with its last date; what is
 * taken back is gone. In the order of first mention.
 */
export function findCommitments(dialogue: Dialogue, saidAt: Date, timezone: string): readonly Commitment[] {
  const drafts: Draft[] = [];
  let pending: Pending[] = [];
  let answered: { readonly draft: Draft; readonly sentence: Sentence } | null = null;
  for (const sentence of dialogue.sentences) {
    pending = pending.filter(({ mention }) => sentence.turn - mention.talk.sentence.turn <= 3);
    if (takesBack(sentence))
      takeBack(
        drafts,
        sentence,
        pending.some((open) => isAnswer(open, sentence)),
      );
    const talk = actionTalkOf(sentence);
    const date = () => findDueDate(sentence.text, saidAt, timezone);
    const mention = talk === null ? null : { talk, date: date(), topics: topicsOf(sentence.text.slice(talk.start)) };
    const left = answerPending(drafts, pending, sentence, mention, date);
    if (mention?.talk.act === 'promise') {
      const sameBreath: boolean =
        answered !== null && sentence.turn === answered.sentence.turn && sentence.index - answered.sentence.index <= 1;
      record(drafts, sentence.speaker, mention, sameBreath ? answered?.draft : undefined);
    }
    const settled =
      left.length < pending.length ? recent(drafts).findLast((draft) => draft.evidence.includes(sentence)) : undefined;
    answered = settled === undefined ? null : { draft: settled, sentence };
    pending = left;
    if (mention === null || mention.talk.act === 'promise') continue;
    pending.push(...asPending(drafts, mention));
  }
  return drafts.map((draft) => commitmentOf(draft, dialogue));
}

// Bounds that no real call reaches; they keep noise of any length linear.
const mostMentions = 20;
const recent = (drafts: readonly Draft[]) => drafts.slice(-100);

function answerPending(
  drafts: Draft[],
  pending: readonly Pending[],
  sentence: Sentence,
  mention: Mention | null,
  date: () => DateMention | null,
): Pending[] {
  return pending.filter((open) => {
    const asked = open.mention.talk.sentence;
    if (asked.speaker === sentence.speaker) return true;
    const next = sentence.turn === asked.turn + 1;
    const promised =
      mention?.talk.act === 'promise' &&
      open.owner === sentence.speaker &&
      same(open.mention, mention, sentence.index - asked.index);
    const wanted = open.owner !== sentence.speaker && mention?.talk.act === 'request' && same(open.mention, mention, 3);
    if (promised || wanted || (next && accepts(sentence))) {
      const draft = record(drafts, open.owner, open.mention);
      addEvidence(draft, sentence);
      draft.due = date()?.date ?? draft.due;
      return false;
    }
    return !(next && refuses(sentence));
  });
}

const isAnswer = ({ mention: { talk } }: Pending, sentence: Sentence) =>
  talk.sentence.speaker !== sentence.speaker && sentence.turn === talk.sentence.turn + 1;

/** A request for what is promised already only confirms the promise. */
function asPending(drafts: readonly Draft[], mention: Mention): readonly Pending[] {
  const { act, sentence } = mention.talk;
  const owner = act === 'request' ? otherSide(sentence.speaker) : sentence.speaker;
  const known = recent(drafts).findLast((draft) => belongsTo(draft, owner, mention));
  if (known === undefined) return [{ mention, owner }];
  if (act === 'request') {
    addEvidence(known, sentence);
    known.due = mention.date?.date ?? known.due;
  }
  return [];
}

/** "Sure, I'll send you a couple": the promise in the breath that accepts is about what was asked. */
function record(drafts: Draft[], owner: Speaker, mention: Mention, accepted?: Draft): Draft {
  const more = /\b(?:also|too|as well)\b/.test(mention.talk.sentence.text);
  const fulfils =
    !more &&
    accepted?.owner === owner &&
    accepted.mentions.some(({ talk }) => mention.topics.size === 0 || talk.kind === mention.talk.kind);
  const known = fulfils ? accepted : recent(drafts).findLast((draft) => belongsTo(draft, owner, mention));
  const draft = known ?? { owner, mentions: [], evidence: [], due: null };
  if (known === undefined) drafts.push(draft);
  if (draft.mentions.length < mostMentions) draft.mentions.push(mention);
  addEvidence(draft, mention.talk.sentence);
  draft.due = mention.date?.date ?? draft.due;
  return draft;
}

function belongsTo(draft: Draft, owner: Speaker, mention: Mention): boolean {
  const at = mention.talk.sentence.index;
  return draft.owner === owner && draft.mentions.some((known) => same(known, mention, at - known.talk.sentence.index));
}

/** One kind of doing with one object; "send it" is whatever was to be sent a moment ago. */
function same(known: Mention, mention: Mention, distance: number): boolean {
  const kinds = known.talk.kind === mention.talk.kind;
  const shared = [...mention.topics].some((topic) => known.topics.has(topic));
  const vague = known.topics.size === 0 || mention.topics.size === 0;
  if (doesThat.test(mention.talk.sentence.text.slice(mention.talk.start))) return distance <= 8;
  return (kinds && shared) || (vague && kinds && distance <= 12);
}

const doesThat = /^(?:do|get) (?:that|it|this)(?! (?:signed|back|approved))\b/;

/** "No need to" after an offer declines the offer; elsewhere it takes back what was agreed a moment ago. */
function takeBack(drafts: Draft[], sentence: Sentence, declines: boolean): void {
  const topics = topicsOf(sentence.text.replace(/\b(?:scratch|hold|forget|need|bother|send|cancel)\b/g, ' '));
  const near = (draft: Draft) => sentence.index - (draft.evidence.at(-1)?.index ?? 0) <= 8;
  const about = (draft: Draft) =>
    draft.mentions.some((mention) => [...topics].some((topic) => mention.topics.has(topic)));
  const position = drafts.findLastIndex((draft) => about(draft) || (topics.size === 0 && !declines && near(draft)));
  if (position >= 0) drafts.splice(position, 1);
}

function addEvidence(draft: Draft, sentence: Sentence): void {
  if (draft.evidence.includes(sentence)) return;
  // The last word on a matter is worth more than the ones between.
  if (draft.evidence.length >= mostMentions) draft.evidence.pop();
  draft.evidence.push(sentence);
}

function commitmentOf(draft: Draft, dialogue: Dialogue): Commitment {
  const concrete = [...draft.mentions].sort(byDetail)[0] as Mention;
  const action = actionWords(concrete);
  const pronoun = objectPronoun.exec(action);
  const antecedent = pronoun === null ? null : antecedentOf(concrete.talk.sentence, dialogue);
  const { owner, due } = draft;
  const { speaker } = concrete.talk.sentence;
  const filled = antecedent === null ? action : action.replace(objectPronoun, `$1 the ${antecedent.noun}$3`);
  const description = withDoer(imperative(filled, speaker, owner), concrete.talk.doer);
  const evidence = antecedent === null ? draft.evidence : [...draft.evidence, antecedent.sentence];
  return { description, owner, due, evidence };
}

/** The mention that says most about the object; of equals the first, in whose words it was agreed. */
function byDetail(left: Mention, right: Mention): number {
  const detail = (mention: Mention) => Math.min(mention.topics.size, 6);
  return detail(right) - detail(left) || left.talk.sentence.index - right.talk.sentence.index;
}

/** The words from the verb on, without the date: that stands in its own field. */
function actionWords({ talk, date }: Mention): string {
  const { raw } = talk.sentence;
  if (date === null || date.start < talk.start) return raw.slice(talk.start);
  return tidy(
    `${raw.slice(talk.start, date.start)} ${raw.slice(date.end).replace(/^ ?(?:at \d[\w:.]*|morning|afternoon|evening|night|lunchtime|noon)?/, '')}`,
    400,
  );
}

function withDoer(description: string, doer: string | null): string {
  if (doer === null || /^(?:he|she|they)$/i.test(doer)) return description;
  const who = doer.replace(/^(?:my|our) /i, 'the ');
  return `Have ${who} ${description.replace(/^./, (letter) => letter.toLowerCase())}`;
}

const objectPronoun =
  /^(\S+(?: over| across)?) (it|that|this|those|them|these)( over| across| off| out| back| up)?(?=$|[\s.,!])/i;
const document =
  /\b(?:the|a|an|our|your|my|some|that|this|those|of)\s+((?:(?!the\b|a\b|an\b|of\b|and\b|for\b|to\b|our\b|your\b)[\p{L}-]+ ){0,2}(?:contract|proposal|quote|agreement|invoice|invite|invitation|deck|slides|brochure|white paper|report|list|document|documents|case stud(?:y|ies)|questionnaire|spec|specification|pricing|estimate|order form|paperwork|recording|summary|sample|samples|references|demo|form|breakdown|templates?|offer))\b/gu;

function antecedentOf(sentence: Sentence, dialogue: Dialogue): { noun: string; sentence: Sentence } | null {
  for (let index = sentence.index - 1; index >= Math.max(0, sentence.index - 12); index -= 1) {
    const candidate = dialogue.sentences[index];
    const noun = [...(candidate?.text.matchAll(document) ?? [])].at(-1)?.[1];
    if (candidate !== undefined && noun !== undefined) return { noun, sentence: candidate };
  }
  return null;
}

const stopWords = new Set(
  'the and you your our my me us them him her his their its that this those these it over with for from into onto out off back will can could would should have has had get got send sent email mail share forward call ring phone book schedule sign review check talk speak ask put together set make made sure please just also now then today tonight tomorrow week month day days hour hours next first thing end before after about some any all more couple few docs stuff things details info paperwork one two everyone everything something anything way time soon quick quickly again well let know right away here there what when where which who how across through along by on in at to of a an is are be so if as or i we he she they do don not no yes okay monday tuesday wednesday thursday friday saturday sunday morning afternoon evening lunchtime lunch noon night latest'.split(
    ' ',
  ),
);

/** The words that tell one object from another, cut to a crude stem. */
function topicsOf(action: string): ReadonlySet<string> {
  const upToVerb = action.slice(0, 160);
  const words = upToVerb.match(/[\p{L}][\p{L}'-]+/gu) ?? [];
  const bare = words.map((word) => word.replace(/'s$/, '')).filter((word) => word.length > 2 && !stopWords.has(word));
  return new Set(bare.map((word) => (word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|ation|al)$/, '') : word)));
}
