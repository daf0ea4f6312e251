import type { Understanding } from './acts/understanding.ts';
import type { DatesSaid } from './dates-said.ts';
import type { Sentence } from './dialogue.ts';
import { isAbout } from './draft-deed.ts';
import type { DraftDeed } from './draft-deed.ts';
import { onceSold } from './moves.ts';
import { talks } from './same-deed.ts';
import { anotherTalk, subjectsIn } from './topic-words.ts';
import { asksForAnotherDay, whenQuestion } from './when-asked.ts';

/** Days that are said after what is to be done: "By Friday." "I'm away Friday, make it Monday." "Monday." */
export class LaterDates {
  readonly #understanding: Understanding;
  readonly #dates: DatesSaid;
  /** The last turn with a day for something else than what is to be done: who answers it means that, too. */
  #strayIn = -9;
  #goesOnIn = -9;

  constructor(understanding: Understanding, dates: DatesSaid) {
    this.#understanding = understanding;
    this.#dates = dates;
  }

  /** The day that the sentence sets for the deed; null when it names none, or one for something else. */
  dayFor(sentence: Sentence, deed: DraftDeed): string | null {
    const { turn } = sentence;
    const asked = sentence.speaker === deed.owner && whenQuestion(sentence, this.#understanding) !== undefined;
    const aside = turn - this.#strayIn === 1 || turn === this.#goesOnIn;
    if (!asked && aside && !wantedBy.test(sentence.text)) {
      if (this.#dates.dateIn(sentence.text) !== null) this.#strayIn = this.#goesOnIn = turn;
      return null;
    }
    if (!this.#isNear(sentence, deed, asked)) return null;
    const date = this.#dates.dateIn(sentence.text);
    if (date !== null && this.#isFor(sentence, deed, asked)) {
      this.forget();
      return date.date;
    }
    if (date !== null || asksForAnotherDay(sentence)) this.#strayIn = turn;
    return null;
  }

  /** What is asked for or promised next starts from scratch. */
  forget(): void {
    this.#strayIn = this.#goesOnIn = -9;
  }

  #isNear(sentence: Sentence, deed: DraftDeed, asked: boolean): boolean {
    const last = deed.evidence.at(-1);
    // "The twenty-eighth, then", after "that's late".
    const corrects =
      sentence.speaker === deed.owner &&
      (sentence.words <= 5 || correctsDay.test(sentence.text)) &&
      !this.#isAnotherDay(sentence);
    if (last === undefined || sentence.turn - last.turn > (asked ? 6 : corrects ? 2 : 1)) return false;
    return !nextTalk.test(sentence.text) || talks.has(deed.mentions[0]?.deed?.kind ?? 'other');
  }

  #isFor(sentence: Sentence, deed: DraftDeed, asked: boolean): boolean {
    const scores = this.#understanding.scoresOf(sentence);
    // Over a day that was said the other side's need is none.
    const wanted = sentence.speaker !== deed.owner && deed.due === null && wantedBy.test(sentence.text);
    const ownDeed = !asked && !wanted && sentence.speaker !== deed.owner && scores.commitment > 0.2;
    const idle =
      Math.max(scores.past, scores.hypothetical, scores.third_party) > 0.5 ||
      onceSold.test(sentence.text) ||
      inThatCase.test(sentence.text);
    const leaving = Math.max(scores.closing, scores.small_talk) > 0.3;
    return (asked || wanted || this.#speaksOf(sentence, deed)) && !ownDeed && !idle && !leaving;
  }

  #speaksOf(sentence: Sentence, deed: DraftDeed): boolean {
    const last = deed.evidence.at(-1);
    const { agreement, acceptance, next_step, proposal, retraction, refusal, commitment } =
      this.#understanding.scoresOf(sentence);
    const own = sentence.speaker === deed.owner;
    const sameBreath = sentence.turn === last?.turn && sentence.words <= (sentence.question ? 5 : 12);
    const asksOn = sentence.question && own && (sentence.words > 6 || asksForDeed.test(sentence.text));
    const answers = !asksOn && Math.max(agreement, acceptance, next_step, proposal, retraction, refusal) > 0.3;
    // "You'll have both this afternoon": the one who is to do it says when, right after it was asked for.
    const replies = own && sentence.turn === (last?.turn ?? 0) + 1 && commitment > 0.1;
    const isShort = sentence.words <= 4;
    const mayBe = (isShort || sameBreath || answers) && !changesSubject(sentence, deed);
    return replies || mayBe || movesDate.test(sentence.text);
  }

  /** "The 4th for the kick-off?" "The week after?": a day that answers another one. */
  #isAnotherDay({ turn }: Sentence): boolean {
    const before = this.#understanding.dialogue.turns[turn - 1];
    return before?.sentences.some(({ text }) => anotherTalk.test(text) && this.#dates.dateIn(text) !== null) ?? false;
  }
}

/** "Then delivery we can plan in December", "the report on Friday": another matter with its own day. */
function changesSubject({ text, words }: Sentence, deed: DraftDeed): boolean {
  const subjects = subjectsIn(text);
  return (words > 6 || namesThing.test(text)) && subjects.size > 0 && !isAbout(deed, subjects);
}

const movesDate =
  /\b(?:make (?:it|that)|rather|instead|suits|does me|works|better|becomes|let'?s say|i'?d say|have to say|call it|so say|so figure|seeing (?:him|her|them)|so that(?:'d| would) be|no rush|no hurry|(?:is|are|would be) (?:fine|good|ok|okay|great|perfect|enough|early enough|soon enough|alright|all right|lovely|ideal))\b|day's (?:fine|good|ok|okay|great|perfect|better|best|lovely|ideal)\b/;
// "It is for us. I'd have to say Tuesday", after "by tomorrow. No, hang on, tomorrow's a holiday".
const correctsDay = /\b(?:have to say|so that(?:'d| would) be)\b/;
const asksForDeed = /\b(?:can|could|would|will) you (?!do\b|make\b|manage\b|say\b)/;
// "If we have it by then, we can start in the first week of April."
const inThatCase =
  /^(?:(?:and|so|but|okay|ok|then|perfect|great)[\s,.]+)*if (?:we|you|i|they|it|that)\b(?! (?:can|could|would|like|want|suits|works))/;
// "Do it by Monday if you can", "he wants it by the end of the month", "so by next Tuesday".
const wantedBy =
  /\b(?:it|that|them|those|this|these|both|everything)\b.{0,25}\b(?:by|before|no later than)\b|\b(?:needs?|wants?|wanted|needed|require[sd]?|deadline)\b.{0,40}\b(?:by|before|for|until|till)\b|^(?:(?:okay|ok|right|great)[\s,]+)?so (?:roughly |about |around |probably |that'?s |that'?d be )?(?:by|before|on)\b/;
const namesThing = /^(?:(?:and|then|so|plus)[\s,]+)?(?:the|your|my|our|his|her|their) /;
const nextTalk = /\b(?:(?:call|ring|phone|reach|catch|get) (?:me|us)|speak|talk|see you|meet|catch up|chat)\b/;
