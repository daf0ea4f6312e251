import type { Understanding } from './acts/understanding.ts';
import { daysLater } from './civil-date.ts';
import { deedAskedOf, deedOf } from './deeds.ts';
import type { Deed } from './deeds.ts';
import { describeDeed } from './describe-deed.ts';
import type { Sentence } from './dialogue.ts';
import { DatesSaid } from './dates-said.ts';
import type { DateMention } from './due-date.ts';
import { moveOf, onceSold, saysNo, saysYes, takesBack } from './moves.ts';
import { differ, sameDeed, talks } from './same-deed.ts';
import type { Mention } from './same-deed.ts';
import type { Speaker } from './summary-engine.ts';
import { topicsIn } from './topic-words.ts';
import { otherSide } from './wording.ts';

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

/** A request or an offer that the other side has not answered yet. */
interface Pending {
  readonly mention: Mention;
  readonly owner: Speaker;
  /** "Saturday I can't, but Monday I could": with another date it is open again, for the side that asked. */
  readonly counter?: Counter;
  /** A day that was said for it in a sentence of its own: "send them to Moira. She needs them by Friday". */
  readonly due?: string;
}

interface Counter {
  readonly sentence: Sentence;
  readonly date: string;
}

/**
 * Request and acceptance are one commitment, a refusal is none; a promise said again counts once, with its last date; what is
 * taken back is gone. In the order of first mention.
 */
export function findCommitments(understanding: Understanding, saidAt: Date, timezone: string): readonly Commitment[] {
  const finder = new CommitmentFinder(understanding, new DatesSaid(saidAt, timezone));
  for (const sentence of understanding.dialogue.sentences) finder.hear(sentence);
  return finder.commitments();
}

const movesDate =
  /\b(?:make (?:it|that)|rather|instead|suits|does me|works|better|becomes|let'?s say|i'?d say|call it|so say|no rush|no hurry|(?:is|are|would be) (?:fine|good|ok|okay|great|perfect|enough|early enough|soon enough|alright|all right|lovely|ideal))\b|day's (?:fine|good|ok|okay|great|perfect|better|best|lovely|ideal)\b/;

const handsOver =
  /\band (?:then )?(?:i'?ll |we'?ll |i will |we will )?(?:let|tell|call|ring|phone|text|mail|email|send|get|come|give|report|revert|write|drop)\b/;
const cannot = /\b(?:can'?t|cannot|can not|no good|not good|bad|away|off|not|won't|doesn't)\b/;
const butOtherwise = /\b(?:but|though|rather|instead|better|make it)\b/;
const asksWhen = /\b(?:when|by when|what day|which day|how soon|how quickly|how long)\b/;
const anotherTalk =
  /\b(?:time|slot|session|calendar|diary|call|speak|talk|meet(?:ing)?|catch up|chat|visit|demo|sit down|get together|reconvene|regroup|kick-?off|workshop|training|walk-?through|review)\b/;
const isDeadline = /\b(?:by|before|until|till|needs?|needed|latest|deadline|due)\b/;
const monthWord = /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)/;
const furthermore = /^(?:and|plus|then|but)\b|\b(?:also|as well|another)\b/;
const thatDay =
  /\bthe day after(?=[\s.!?,]*$)|\b(?:(by|till|until|before|ahead of) )?(?:then|(?<=(?:before|ahead of) )(?:that|it))(?=[\s.!,]*$|,)/;
/** A date that stands in none of the words. */
const nowhere = { start: -1, end: -1 } as const;
const brings = /^(?:bring|take along|have (?:it|them|that) with)\b/i;
const sideClause = /(?<=\S\s)(?:after|before|until|till|once|when|while|because|since|so that|so)\b.*$/;
const nextTalk = /\b(?:(?:call|ring|phone|reach|catch|get) (?:me|us)|speak|talk|see you|meet|catch up|chat)\b/;

// Bounds that no real call reaches; they keep noise of any length linear.
const mostMentions = 20;
const mostRecent = 100;

class CommitmentFinder {
  readonly #understanding: Understanding;
  readonly #dates: DatesSaid;
  readonly #drafts: Draft[] = [];
  #pending: readonly Pending[] = [];
  /** Where another talk was last put forward: days said after it are for that. */
  #talkProposed = -1;
  /** The last bare yes: what is promised right after it, is what the yes was to. */
  #yes: { readonly draft: Draft; readonly answer: Sentence } | undefined;

  constructor(understanding: Understanding, dates: DatesSaid) {
    this.#understanding = understanding;
    this.#dates = dates;
  }

  hear(sentence: Sentence): void {
    this.#pending = this.#pending.filter(
      ({ mention, counter }) => sentence.turn - (counter?.sentence ?? mention.sentence).turn <= 2,
    );
    if (takesBack(sentence, this.#understanding)) this.#takeBack(sentence);
    const mention = this.#mentionOf(sentence);
    const settled = this.#answerPending(sentence, mention);
    if (mention?.move === 'promise') this.#record(sentence.speaker, mention, settled ?? this.#justSaidYes(sentence));
    else if (mention !== null) this.#ask(mention);
    else if (settled === undefined) this.#moveDate(sentence);
    if (mention?.move !== 'promise' && this.#proposesTalk(sentence)) this.#talkProposed = sentence.index;
    this.#dates.hear(sentence);
  }

  #dateIn(text: string): DateMention | null {
    return this.#dates.dateIn(text);
  }

  #justSaidYes(sentence: Sentence): Draft | undefined {
    if (this.#yes === undefined || furthermore.test(sentence.text)) return undefined;
    const { draft, answer } = this.#yes;
    return answer.turn === sentence.turn && answer.index === sentence.index - 1 ? draft : undefined;
  }

  #proposesTalk(sentence: Sentence): boolean {
    const { next_step, proposal } = this.#understanding.scoresOf(sentence);
    return Math.max(next_step, proposal) > 0.3 && anotherTalk.test(sentence.text);
  }

  commitments(): readonly Commitment[] {
    const { dialogue } = this.#understanding;
    return this.#drafts.flatMap(({ owner, due, mentions, evidence }) => {
      const described = describeDeed(mentions, owner, dialogue);
      if (described === null) return [];
      return [
        { description: described.text, owner, due, evidence: [...new Set([...evidence, ...described.evidence])] },
      ];
    });
  }

  #mentionOf(sentence: Sentence): Mention | null {
    const move = moveOf(sentence, this.#understanding);
    if (move === null) return null;
    const deed = move === 'request' ? deedAskedOf(sentence) : deedOf(sentence);
    const said = deed?.words.toLowerCase() ?? sentence.text;
    // "Do it after the audit" is about "it".
    const object = said.replace(sideClause, '');
    const topics = topicsIn(object);
    return { sentence, move, deed, topics, date: this.#dateOf(sentence, deed) };
  }

  /** Of several dates the one that is said after the deed, and of two deeds the last one's: "I'll ask him on Monday and ring you on Friday". */
  #dateOf(sentence: Sentence, deed: Deed | null): DateMention | null {
    const { text } = sentence;
    const start = deed?.start ?? 0;
    const first = this.#dateIn(text.slice(start));
    if (first === null) return this.#dateIn(text) ?? this.#dateThen(sentence) ?? this.#dateJustSaid(sentence, deed);
    const rest = text.slice(start + first.end);
    const second = handsOver.test(rest) ? this.#dateIn(rest) : null;
    const [date, offset] = second === null ? [first, start] : [second, start + first.end];
    return { start: date.start + offset, end: date.end + offset, date: date.date };
  }

  /** "He's here on Friday. I'll put it to him then." "Give me till Friday." "I'll keep quiet till then." "I'll brief him before that." */
  #dateThen({ text, turn }: Sentence): DateMention | null {
    const last = thatDay.exec(text);
    const latest = this.#dates.latest();
    if (last === null || latest === null || turn - latest.turn > (/^then/.test(last[0]) ? 0 : 2)) return null;
    const shift = last[0].startsWith('the day after') ? 1 : last[1] === 'before' || last[1] === 'ahead of' ? -1 : 0;
    return { date: daysLater(latest.date, shift), start: last.index, end: last.index + last[0].length };
  }

  /** "Eleven on Saturday. I'll bring the tape." */
  #dateJustSaid({ text, index, turn }: Sentence, deed: Deed | null): DateMention | null {
    const before = this.#understanding.dialogue.sentences[index - 1];
    if (deed === null || before === undefined) return null;
    const visits = brings.test(deed.words);
    if (before.turn === turn && before.words <= 5 && !before.question && !furthermore.test(text)) {
      const date = this.#dateIn(before.text)?.date;
      if (date !== undefined) return { date, ...nowhere };
    }
    // What is brought along comes on the day of the visit.
    const visit = this.#dates.latest();
    return visit !== null && visits && turn - visit.turn <= 6 ? { date: visit.date, ...nowhere } : null;
  }

  /** The draft that the sentence settles by saying yes, if any. */
  #answerPending(sentence: Sentence, mention: Mention | null): Draft | undefined {
    let settled: Draft | undefined;
    this.#pending = this.#pending.flatMap((open) => {
      const asked = open.counter?.sentence ?? open.mention.sentence;
      if (asked.speaker === sentence.speaker) return [open];
      const next = sentence.turn === asked.turn + 1;
      const counter = next && open.counter === undefined ? this.#counterTo(open, sentence) : null;
      if (counter !== null) return [counter];
      const promised =
        mention?.move === 'promise' && open.owner === sentence.speaker && (next || this.#isSame(open.mention, mention));
      if (promised || (next && saysYes(sentence, this.#understanding))) {
        settled = this.#settle(open, sentence);
        return [];
      }
      return next && saysNo(sentence, this.#understanding) ? [] : [open];
    });
    return settled;
  }

  #settle({ mention, owner, counter, due }: Pending, answer: Sentence): Draft {
    const draft = this.#record(owner, mention);
    if (counter !== undefined) this.#add(draft, counter.sentence);
    this.#add(draft, answer);
    draft.due = this.#dateIn(answer.text)?.date ?? counter?.date ?? due ?? draft.due;
    if (answer.words <= 3) this.#yes = { draft, answer };
    return draft;
  }

  /** "Saturday I can't, but Monday I could": a no with a day of the other side's own. */
  #counterTo(open: Pending, sentence: Sentence): Pending | null {
    const butThen = cannot.test(sentence.text) ? butOtherwise.exec(sentence.text) : null;
    const date = butThen === null ? null : this.#dateIn(sentence.text.slice(butThen.index));
    return date === null ? null : { ...open, counter: { sentence, date: date.date } };
  }

  #ask(mention: Mention): void {
    const { move, sentence } = mention;
    const owner = move === 'request' ? otherSide(sentence.speaker) : sentence.speaker;
    const known = this.#recent().findLast((draft) => draft.owner === owner && this.#belongs(draft, mention));
    if (known === undefined) this.#pending = [...this.#pending, { mention, owner }];
    else this.#extend(known, mention);
  }

  #record(owner: Speaker, mention: Mention, settled?: Draft): Draft {
    const known =
      settled?.owner === owner
        ? settled
        : this.#recent().findLast((draft) => draft.owner === owner && this.#belongs(draft, mention));
    if (known !== undefined) return this.#extend(known, mention);
    const draft: Draft = { owner, mentions: [mention], evidence: [mention.sentence], due: mention.date?.date ?? null };
    this.#drafts.push(draft);
    return draft;
  }

  #extend(draft: Draft, mention: Mention): Draft {
    if (draft.mentions.length < mostMentions) draft.mentions.push(mention);
    this.#add(draft, mention.sentence);
    draft.due = mention.date?.date ?? draft.due;
    return draft;
  }

  #isSame(known: Mention, mention: Mention): boolean {
    return sameDeed(known, mention, this.#understanding);
  }

  #belongs(draft: Draft, mention: Mention): boolean {
    if (mention.topics.size === 0 && draft.mentions.some((known) => differ(known, mention))) return false;
    return draft.mentions.some((known) => this.#isSame(known, mention));
  }

  /** "By Friday." "I'm away Friday, make it Monday." "Monday." The date that is said last stands. */
  #moveDate(sentence: Sentence): void {
    const draft = this.#latest();
    const last = draft?.evidence.at(-1);
    if (this.#dueOfPending(sentence, last)) return;
    if (draft === undefined || last === undefined) return;
    if (this.#talkProposed > last.index && !talks.has(draft.mentions[0]?.deed?.kind ?? 'other')) return;
    const asked = sentence.speaker === draft.owner && this.#wasAskedWhen(sentence);
    // "The twenty-eighth, then", after "that's late".
    const corrects = sentence.speaker === draft.owner && sentence.words <= 5 && !this.#isAnotherDay(sentence);
    if (sentence.turn - last.turn > (asked ? 3 : corrects ? 2 : 1)) return;
    if (nextTalk.test(sentence.text) && !talks.has(draft.mentions[0]?.deed?.kind ?? 'other')) return;
    const date = this.#dateIn(sentence.text);
    const scores = this.#understanding.scoresOf(sentence);
    const { agreement, acceptance, next_step, proposal, retraction, refusal } = scores;
    const sameBreath = sentence.turn === last.turn && sentence.words <= (sentence.question ? 5 : 12);
    const asksOn = sentence.question && sentence.speaker === draft.owner && sentence.words > 6;
    const answers =
      !asksOn &&
      !this.#changesSubject(sentence, draft) &&
      Math.max(agreement, acceptance, next_step, proposal, retraction, refusal) > 0.3;
    // "You'll have both this afternoon": the one who is to do it says when, right after it was asked for.
    const replies = sentence.speaker === draft.owner && sentence.turn === last.turn + 1 && scores.commitment > 0.1;
    const about = asked || replies || sentence.words <= 4 || sameBreath || answers || movesDate.test(sentence.text);
    const ownDeed = !asked && sentence.speaker !== draft.owner && scores.commitment > 0.2;
    const idle = Math.max(scores.past, scores.hypothetical, scores.third_party) > 0.5 || onceSold.test(sentence.text);
    const leaving = Math.max(scores.closing, scores.small_talk) > 0.3;
    if (date === null || !about || ownDeed || idle || leaving) return;
    if (sentence.speaker !== last.speaker || sentence.turn === last.turn) this.#add(draft, sentence);
    draft.due = date.date;
  }

  /** What is asked for and not yet answered takes the days that are said after it. */
  #dueOfPending(sentence: Sentence, last: Sentence | undefined): boolean {
    const open = this.#pending.at(-1);
    if (open === undefined || open.mention.sentence.index < (last?.index ?? -1)) return false;
    const about = sentence.turn === open.mention.sentence.turn && isDeadline.test(sentence.text);
    const date = about ? this.#dateIn(sentence.text) : null;
    if (date === null) return false;
    this.#pending = [...this.#pending.slice(0, -1), { ...open, due: open.mention.date?.date ?? date.date }];
    return true;
  }

  /** The one that was spoken of last. */
  #latest(): Draft | undefined {
    const lastOf = ({ evidence }: Draft) => evidence.at(-1)?.index ?? -1;
    return this.#recent().reduce<Draft | undefined>(
      (latest, one) => (latest === undefined || lastOf(one) >= lastOf(latest) ? one : latest),
      undefined,
    );
  }

  /** "Then delivery we can plan in December": another matter with a day of its own. */
  #changesSubject(sentence: Sentence, draft: Draft): boolean {
    const subjects = [...topicsIn(sentence.text)].filter((topic) => !monthWord.test(topic));
    const known = (topic: string) => draft.mentions.some(({ topics }) => topics.has(topic));
    return sentence.words > 6 && subjects.length > 0 && !subjects.some(known);
  }

  /** "The 4th for the kick-off?" "The week after?": a day that answers another one. */
  #isAnotherDay({ turn }: Sentence): boolean {
    const before = this.#understanding.dialogue.turns[turn - 1];
    return before?.sentences.some(({ text }) => anotherTalk.test(text) && this.#dateIn(text) !== null) ?? false;
  }

  #wasAskedWhen({ turn }: Sentence): boolean {
    const before = this.#understanding.dialogue.turns[turn - 1];
    return before?.sentences.slice(-2).some(({ text }) => asksWhen.test(text)) ?? false;
  }

  #takeBack(sentence: Sentence): void {
    const topics = topicsIn(sentence.text);
    const about = (draft: Draft) => draft.mentions.some((one) => [...topics].some((topic) => one.topics.has(topic)));
    const near = (draft: Draft) => sentence.turn - (draft.evidence.at(-1)?.turn ?? 0) <= 1;
    const position = this.#drafts.findLastIndex(
      (draft) => near(draft) || (about(draft) && sentence.turn - (draft.evidence.at(-1)?.turn ?? 0) <= 30),
    );
    if (position >= 0) this.#drafts.splice(position, 1);
    this.#pending = this.#pending.filter(({ mention }) => sentence.turn - mention.sentence.turn > 1);
  }

  #add(draft: Draft, sentence: Sentence): void {
    if (draft.evidence.includes(sentence)) return;
    // The last word on a matter is worth more than the ones between.
    if (draft.evidence.length >= mostMentions) draft.evidence.pop();
    draft.evidence.push(sentence);
  }

  #recent(): readonly Draft[] {
    return this.#drafts.slice(-mostRecent);
  }
}
