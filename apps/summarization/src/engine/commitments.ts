import type { Understanding } from './acts/understanding.ts';
import { deedAskedOf, deedOf } from './deeds.ts';
import { describeDeed } from './describe-deed.ts';
import { withFullerName } from './fuller-name.ts';
import { describeByObject } from './object-said.ts';
import type { Sentence } from './dialogue.ts';
import { DatesSaid } from './dates-said.ts';
import { isAbout } from './draft-deed.ts';
import type { DraftDeed } from './draft-deed.ts';
import type { DateMention } from './due-date.ts';
import { deedsAt, DueHeard } from './due-heard.ts';
import { LaterDates } from './later-dates.ts';
import { MentionDates } from './mention-dates.ts';
import { moveOf, saysNo, saysYes, takesBack } from './moves.ts';
import { differ, refersBack, sameDeed, talks } from './same-deed.ts';
import type { Mention } from './same-deed.ts';
import type { Speaker } from './summary-engine.ts';
import { anotherTalk, subjectsIn, topicsIn } from './topic-words.ts';
import { askedAbout, whenQuestion } from './when-asked.ts';
import { otherSide } from './wording.ts';

export interface Commitment {
  readonly description: string;
  readonly owner: Speaker;
  readonly due: string | null;
  readonly evidence: readonly Sentence[];
}

/** A request or an offer that the other side has not answered yet. */
interface Pending {
  readonly mention: Mention;
  readonly owner: Speaker;
  /** "Saturday I can't, but Monday I could": with another date it is open again, for the side that asked. */
  readonly counter?: Counter;
  /** A day that was said for it in a separate sentence: "send them to Moira. She needs them by Friday". */
  readonly due?: string;
  /** The turn that said no: another day may still follow in it. */
  readonly refusedIn?: number;
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

const cannot = /\b(?:can'?t|cannot|can not|no good|not good|bad|away|off|not|won't|doesn't)\b/;
const putsAnother =
  /\b(?:better|rather|instead|make it|make that|let it be|how about|what about|(?:could|can) you do|would suit)\b/;
const butOtherwise = /\b(?:but|though|rather|instead|better|make it)\b/;
const sameParcel = /\b(?:the|that) same (?:e-?mail|mail|message|envelope|package|parcel|time)\b/;
const sends = /\b(?:send|e-?mail|mail|post|write|ship|forward|share|drop|text)\b/;
const goesAlong = /^(?:send|attach|include|put|e-?mail|post|do (?:it|that))\b/i;
const together = /\b(?:with|along with|together with|alongside) (?:the|that|your|our) ([\w' -]{3,40})/;
const isDeadline = /\b(?:by|before|until|till|needs?|needed|latest|deadline|due)\b/;
const furthermore = /^(?:and|plus|then|but)\b|\b(?:also|as well|another)\b/;
const sideClause = /(?<=\S\s)(?:after|before|until|till|once|when|while|because|since|so that|so)\b.*$/;

// Bounds that no real call reaches; they keep noise of any length linear.
const mostMentions = 20;
const mostRecent = 100;
const mostAsked = 6;
const mostSaidBack = 8;

class CommitmentFinder {
  readonly #understanding: Understanding;
  readonly #dates: DatesSaid;
  readonly #mentionDates: MentionDates;
  readonly #laterDates: LaterDates;
  readonly #dueHeard: DueHeard;
  readonly #drafts: DraftDeed[] = [];
  #pending: readonly Pending[] = [];
  /** Where another talk was last put forward: days said after it are for that. */
  #talkProposed = -1;
  /** The last bare yes: what is promised right after it, is what the yes was to. */
  #yes: { readonly draft: DraftDeed; readonly answer: Sentence } | undefined;

  constructor(understanding: Understanding, dates: DatesSaid) {
    this.#understanding = understanding;
    this.#dates = dates;
    this.#mentionDates = new MentionDates(understanding, dates);
    this.#laterDates = new LaterDates(understanding, dates);
    this.#dueHeard = new DueHeard(understanding.reading, dates);
  }

  hear(sentence: Sentence): void {
    this.#pending = this.#pending.filter(
      ({ mention, counter, refusedIn = sentence.turn }) =>
        sentence.turn - (counter?.sentence ?? mention.sentence).turn <= 2 && refusedIn >= sentence.turn - 1,
    );
    if (takesBack(sentence, this.#understanding)) this.#takeBack(sentence);
    const mention = this.#mentionOf(sentence);
    const settled = this.#answerPending(sentence, mention);
    const promised = settled ?? this.#justSaidYes(sentence) ?? this.#saysWhen(sentence, mention);
    if (mention !== null || settled !== undefined) this.#laterDates.forget();
    if (mention?.move === 'promise') this.#record(sentence.speaker, mention, promised);
    // "Yes, I can send you the list": what was asked for, not another offer.
    else if (mention?.move === 'offer' && promised?.owner === sentence.speaker) this.#extend(promised, mention);
    else if (mention !== null) this.#ask(mention);
    else if (settled === undefined) this.#moveDate(sentence);
    if (mention?.move !== 'promise' && this.#proposesTalk(sentence)) this.#talkProposed = sentence.index;
    this.#dueHeard.hear(sentence);
    this.#dates.hear(sentence);
  }

  #dateIn(text: string): DateMention | null {
    return this.#dates.dateIn(text);
  }

  #justSaidYes(sentence: Sentence): DraftDeed | undefined {
    if (this.#yes === undefined || furthermore.test(sentence.text)) return undefined;
    const { draft, answer } = this.#yes;
    const between = this.#understanding.dialogue.sentences.slice(answer.index + 1, sentence.index);
    return answer.turn === sentence.turn && between.every(({ words }) => words <= 2) ? draft : undefined;
  }

  /** "When would I get it?" "It'll go in tonight's post." */
  #saysWhen(sentence: Sentence, mention: Mention | null): DraftDeed | undefined {
    if (mention === null || (mention.deed !== null && mention.topics.size > 0 && !refersBack(mention)))
      return undefined;
    const latest = this.#drafts.findLast(
      ({ owner, evidence }) => owner === sentence.speaker && sentence.turn - (evidence.at(-1)?.turn ?? 0) <= 2,
    );
    return whenQuestion(sentence, this.#understanding) === undefined
      ? undefined
      : (this.#askedAbout(sentence) ?? latest);
  }

  #proposesTalk(sentence: Sentence): boolean {
    const { next_step, proposal } = this.#understanding.scoresOf(sentence);
    return Math.max(next_step, proposal) > 0.3 && anotherTalk.test(sentence.text);
  }

  commitments(): readonly Commitment[] {
    const { dialogue } = this.#understanding;
    const deeds = deedsAt(this.#drafts);
    return this.#drafts.flatMap((draft) => {
      const { owner, due, mentions, evidence } = draft;
      const inWords = describeDeed(mentions, owner, dialogue);
      const described =
        inWords?.text === '' ? (describeByObject(mentions, owner, this.#understanding) ?? inWords) : inWords;
      if (described === null) return [];
      const named = withFullerName(described.text, evidence, dialogue);
      const heard = due === null ? this.#dueHeard.dueOf(draft, deeds) : null;
      return [
        {
          description: named.text,
          owner,
          due: due ?? heard?.date ?? null,
          evidence: [
            ...new Set([
              ...evidence,
              ...described.evidence,
              ...named.evidence,
              ...(heard === null ? [] : [heard.sentence]),
            ]),
          ],
        },
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
    return { sentence, move, deed, topics, date: this.#mentionDates.of(sentence, deed) };
  }

  /** The draft that the sentence settles by saying yes, if any. */
  #answerPending(sentence: Sentence, mention: Mention | null): DraftDeed | undefined {
    let settled: DraftDeed | undefined;
    this.#pending = this.#pending.flatMap((open) => {
      const asked = open.counter?.sentence ?? open.mention.sentence;
      if (asked.speaker === sentence.speaker) {
        // "I can give you the list." "I'd want to see it." "You'll get it on Thursday."
        const meant = mention?.move === 'promise' && open.owner === sentence.speaker;
        if (!meant || !this.#isSame(open.mention, mention)) return [this.#revised(open, sentence)];
        settled = this.#settle(open, sentence);
        return [];
      }
      const next = sentence.turn === asked.turn + 1;
      const counter = next && open.counter === undefined ? this.#counterTo(open, sentence) : null;
      if (counter !== null) return [counter];
      const promised =
        mention?.move === 'promise' && open.owner === sentence.speaker && (next || this.#isSame(open.mention, mention));
      if (promised || (next && saysYes(sentence, this.#understanding, open.owner === sentence.speaker))) {
        settled = this.#settle(open, sentence);
        return [];
      }
      return [next && saysNo(sentence, this.#understanding) ? { ...open, refusedIn: sentence.turn } : open];
    });
    return settled;
  }

  /** "The eighteenth?" "That's a holiday." "The nineteenth, then." */
  #revised(open: Pending, sentence: Sentence): Pending {
    const { counter, mention, refusedIn, ...rest } = open;
    const date =
      refusedIn !== undefined &&
      open === this.#pending.at(-1) &&
      (open.owner === sentence.speaker || mention.date !== null) &&
      sentence.turn === (counter?.sentence ?? mention.sentence).turn + 2 &&
      sentence.words <= 8
        ? this.#dateIn(sentence.text)
        : null;
    return date === null ? open : { ...rest, mention, counter: { sentence, date: date.date } };
  }

  #settle({ mention, owner, counter, due }: Pending, answer: Sentence): DraftDeed {
    const draft = this.#record(owner, mention);
    if (counter !== undefined) this.#add(draft, counter.sentence);
    this.#add(draft, answer);
    draft.due = this.#dateIn(answer.text)?.date ?? counter?.date ?? due ?? draft.due;
    if (answer.words <= 3) this.#yes = { draft, answer };
    return draft;
  }

  /** "Saturday I can't, but Monday I could": a no with a day of the other side's own. */
  #counterTo(open: Pending, sentence: Sentence): Pending | null {
    const { text } = sentence;
    const butThen = cannot.test(text) ? butOtherwise.exec(text) : null;
    // "Naw, I'm not there. Monday's better."
    const after =
      open.refusedIn !== undefined ||
      (open.mention.date !== null && putsAnother.test(text) && !saysYes(sentence, this.#understanding))
        ? 0
        : null;
    const from = butThen?.index ?? after;
    const date = from === null ? null : this.#dateIn(text.slice(from));
    if (date === null) return null;
    const { refusedIn: _, ...rest } = open;
    return { ...rest, counter: { sentence, date: date.date } };
  }

  #ask(mention: Mention): void {
    const { move, sentence } = mention;
    const owner = move === 'request' ? otherSide(sentence.speaker) : sentence.speaker;
    const known = this.#recent().findLast((draft) => draft.owner === owner && this.#belongs(draft, mention));
    if (known === undefined) this.#pending = [...this.#pending, { mention, owner }];
    else this.#extend(known, mention);
  }

  #record(owner: Speaker, mention: Mention, settled?: DraftDeed): DraftDeed {
    const known =
      settled?.owner === owner
        ? settled
        : (this.#named(owner, mention) ??
          this.#recent().findLast((draft) => draft.owner === owner && this.#belongs(draft, mention)));
    if (known !== undefined) return this.#extend(known, mention);
    const due = mention.date?.date ?? this.#dueOfTheSame(owner, mention);
    const draft: DraftDeed = { owner, mentions: [mention], evidence: [mention.sentence], due };
    this.#drafts.push(draft);
    return draft;
  }

  /** "I'll attach that to the same email." "I'll do it with the introduction." */
  #dueOfTheSame(owner: Speaker, { sentence: { text, turn }, deed }: Mention): string | null {
    const own = this.#drafts
      .slice(-mostAsked)
      .filter((draft) => draft.owner === owner && draft.due !== null && turn - (draft.evidence.at(-1)?.turn ?? 0) <= 8);
    const sent = ({ mentions }: DraftDeed) => mentions.some((one) => sends.test(one.sentence.text));
    if (sameParcel.test(text)) return own.findLast(sent)?.due ?? null;
    // "I'll check with our engineer" goes with nothing.
    if (deed === null || !goesAlong.test(deed.words)) return null;
    const topics = topicsIn(together.exec(text)?.[1] ?? '');
    const shared = own.findLast((one) => isAbout(one, topics));
    return topics.size === 0 ? null : (shared?.due ?? null);
  }

  #extend(draft: DraftDeed, mention: Mention): DraftDeed {
    if (draft.mentions.length < mostMentions) draft.mentions.push(mention);
    this.#add(draft, mention.sentence);
    draft.due = mention.date?.date ?? draft.due ?? this.#dueOfTheSame(draft.owner, mention);
    return draft;
  }

  #isSame(known: Mention, mention: Mention): boolean {
    return sameDeed(known, mention, this.#understanding);
  }

  /** "The form is with my colleague, you'll get it on Monday": what "it" is, the sentence says itself. */
  #named(owner: Speaker, { topics, sentence }: Mention): DraftDeed | undefined {
    if (topics.size > 0) return undefined;
    const before = this.#understanding.dialogue.sentences[sentence.index - 1];
    const clause =
      before === undefined || before.turn !== sentence.turn || /[.!?…]\W*$/.test(before.raw) ? '' : before.text;
    const named = topicsIn(`${clause} ${sentence.text}`);
    return this.#drafts
      .slice(-mostAsked)
      .findLast(
        (draft) =>
          draft.owner === owner &&
          draft.mentions.some((one) => [...named].some((topic) => this.#subjectsOf(one).has(topic))),
      );
  }

  /** Of "I can get it to you" what was spoken of before. */
  #subjectsOf({ topics, sentence: { index } }: Mention): ReadonlySet<string> {
    if (topics.size > 0) return topics;
    const before = this.#understanding.dialogue.sentences.slice(Math.max(0, index - 3), index);
    return topicsIn(before.map(({ text }) => text).join(' '));
  }

  #belongs(draft: DraftDeed, mention: Mention): boolean {
    if (mention.topics.size === 0 && draft.mentions.some((known) => differ(known, mention))) return false;
    return draft.mentions.some((known) => this.#isSame(known, mention));
  }

  /** The day that is said last counts. */
  #moveDate(sentence: Sentence): void {
    const latest = this.#latest();
    if (this.#dueOfPending(sentence, latest?.evidence.at(-1))) return;
    if (this.#sayBack(sentence)) return;
    const draft = this.#askedAbout(sentence) ?? latest;
    const last = draft?.evidence.at(-1);
    if (draft === undefined || last === undefined) return;
    if (this.#talkProposed > last.index && !talks.has(draft.mentions[0]?.deed?.kind ?? 'other')) return;
    const day = this.#laterDates.dayFor(sentence, draft);
    if (day === null) return;
    if (sentence.speaker !== last.speaker || sentence.turn === last.turn) this.#add(draft, sentence);
    draft.due = day;
  }

  /** "So the contract today. The samples on Friday": each has its own day. Whether it was one of these. */
  #sayBack({ text, words, question }: Sentence): boolean {
    if (question || words > mostSaidBack) return false;
    const subjects = subjectsIn(text);
    const draft = this.#recent().findLast((one) => isAbout(one, subjects));
    const date = draft === undefined ? null : this.#dateIn(text);
    if (draft === undefined || date === null) return false;
    // "By the twentieth" is of the month that was said for it, not of the one that was spoken of last.
    if (dayOfMonth(draft.due) !== dayOfMonth(date.date)) draft.due = date.date;
    return true;
  }

  #askedAbout(sentence: Sentence): DraftDeed | undefined {
    return askedAbout(sentence, this.#drafts.slice(-mostAsked), this.#understanding);
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
  #latest(): DraftDeed | undefined {
    const lastOf = ({ evidence }: DraftDeed) => evidence.at(-1)?.index ?? -1;
    return this.#recent().reduce<DraftDeed | undefined>(
      (latest, one) => (latest === undefined || lastOf(one) >= lastOf(latest) ? one : latest),
      undefined,
    );
  }

  #takeBack(sentence: Sentence): void {
    const topics = topicsIn(sentence.text);
    const about = (draft: DraftDeed) => isAbout(draft, topics);
    const near = (draft: DraftDeed) => sentence.turn - (draft.evidence.at(-1)?.turn ?? 0) <= 1;
    const position = this.#drafts.findLastIndex(
      (draft) => near(draft) || (about(draft) && sentence.turn - (draft.evidence.at(-1)?.turn ?? 0) <= 30),
    );
    if (position >= 0) this.#drafts.splice(position, 1);
    this.#pending = this.#pending.filter(({ mention }) => sentence.turn - mention.sentence.turn > 1);
  }

  #add(draft: DraftDeed, sentence: Sentence): void {
    if (draft.evidence.includes(sentence)) return;
    // The last word on a matter is worth more than the ones between.
    if (draft.evidence.length >= mostMentions) draft.evidence.pop();
    draft.evidence.push(sentence);
  }

  #recent(): readonly DraftDeed[] {
    return this.#drafts.slice(-mostRecent);
  }
}

const dayOfMonth = (date: string | null) => date?.slice(-2);
