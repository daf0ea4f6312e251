import type { Understanding } from './acts/understanding.ts';
import { daysLater } from './civil-date.ts';
import type { DatesSaid } from './dates-said.ts';
import type { Deed } from './deeds.ts';
import type { Sentence } from './dialogue.ts';
import type { DateMention } from './due-date.ts';

/** Which day a sentence names for what is promised or asked for in it. */
export class MentionDates {
  readonly #understanding: Understanding;
  readonly #dates: DatesSaid;

  constructor(understanding: Understanding, dates: DatesSaid) {
    this.#understanding = understanding;
    this.#dates = dates;
  }

  /** Of several dates the one that is said after the deed, and of two deeds the last one's: "I'll ask him on Monday and ring you on Friday". */
  of(sentence: Sentence, deed: Deed | null): DateMention | null {
    const { text } = sentence;
    const start = deed?.start ?? 0;
    // "Extend it to the end of March": until when it holds, not when it is done.
    if (deed !== null && prolongs.test(deed.words)) return null;
    const first = this.#dates.dateIn(text.slice(start));
    if (first === null)
      return (
        this.#dates.dateIn(text) ??
        this.#dateThen(sentence) ??
        this.#dateOfReturn(sentence) ??
        this.#dateJustSaid(sentence, deed)
      );
    const rest = text.slice(start + first.end);
    const second = handsOver.test(rest) ? this.#dates.dateIn(rest) : null;
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

  /** "She is back on the ninth. I'll ask her when she's in." */
  #dateOfReturn({ text, index }: Sentence): DateMention | null {
    const phrase = onReturn.exec(text);
    if (phrase === null) return null;
    const { sentences } = this.#understanding.dialogue;
    for (const told of sentences.slice(Math.max(0, index - 6), index).reverse()) {
      const back = returns.exec(told.text);
      const date = back === null ? null : this.#dates.dateIn(told.text.slice(back.index));
      if (date !== null) return { date: date.date, start: phrase.index, end: phrase.index + phrase[0].length };
    }
    return null;
  }

  /** "Eleven on Saturday. I'll bring the tape." */
  #dateJustSaid({ text, index, turn }: Sentence, deed: Deed | null): DateMention | null {
    const before = this.#understanding.dialogue.sentences[index - 1];
    if (deed === null || before === undefined) return null;
    const visits = brings.test(deed.words);
    if (before.turn === turn && before.words <= 5 && !before.question && !furthermore.test(text)) {
      const date = this.#dates.dateIn(before.text)?.date;
      if (date !== undefined) return { date, ...nowhere };
    }
    // What is brought along comes on the day of the visit.
    const visit = this.#dates.latest();
    return visit !== null && visits && turn - visit.turn <= 6 ? { date: visit.date, ...nowhere } : null;
  }
}

const handsOver =
  /\b(?:and|so) you(?:'ll| will| should| can| would)? (?:have|get|receive)\b|\band (?:then )?(?:i'?ll |we'?ll |i will |we will )?(?:let|tell|call|ring|phone|text|mail|email|send|get|come|give|report|revert|write|drop)\b/;
const thatDay =
  /\bthe day after(?=[\s.!?,]*$)|\b(?:(by|till|until|(?<!well )before|ahead of) )?(?<!well before )(?:then|(?<=(?:before|ahead of) )(?:that|it))(?=[\s.!,]*$|,| (?:at the )?latest\b)/;
const onReturn =
  /\b(?:when|once|as soon as|the moment) (?:he|she|they|i|we)(?:'s|'m|'re| is| am| are| get| gets|'ve| has| have)? (?:got )?(?:back|in|there|home|landed|around)\b/;
export const prolongs = /^(?:extend|prolong)\b/i;
const returns = /\b(?:back|returns?|lands?|in again)\b/;
/** A date that is in none of the words. */
const nowhere = { start: -1, end: -1 } as const;
const brings = /^(?:bring|take along|have (?:it|them|that) with)\b/i;
const furthermore = /^(?:and|plus|then|but)\b|\b(?:also|as well|another)\b/;
