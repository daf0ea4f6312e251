import type { Sentence } from './dialogue.ts';

/** What separates a settled deal from a wish, in whatever words it is said: who still has to agree, and papers that go out to be signed or paid. */
export interface DealSigns {
  /** The prospect says that a person or something else still has to decide. */
  readonly open: boolean;
  /** The rep speaks of papers to be signed or paid, or of the day on which it starts. */
  readonly papers: boolean;
}

export function dealSigns(sentences: readonly Sentence[]): DealSigns {
  const told = sentences.filter(({ question }) => !question);
  return {
    open: told.some(({ speaker, text }) => speaker === 'prospect' && stillOpen.test(text)),
    papers: told.some(
      ({ speaker, text }) =>
        speaker === 'rep' && !conditional.test(text) && (paper.test(text) || (starts.test(text) && day.test(text))),
    ),
  };
}

const stillOpen =
  /\b(?:needs?|has|have|got|wants?|want) to (?:see|approve|check|sign off|ask|speak|talk|run|look at|hear)\b|\b(?:to approve|(?<!have the |got the )approval|subject to)\b|\b(?:can'?t|cannot|can not|won'?t|couldn'?t) (?:sign|commit|decide|order|do anything|say yes)\b|\bbefore (?:i|we) (?:can )?(?:sign|commit|decide|order)\b|\blet you know\b|\bthink (?:it|about it) over\b|\btalk (?:it over |it through )?(?:to|with) (?:my|the|our|him|her)\b|\brun (?:it|this|that|them|everything) (?:by|past|through)\b|\b(?:get|come) back to you\b|\bput (?:it|that|this|them) (?:to|in front of)\b|\bshow (?:it|that|this|them|(?:the|your|these|those) \w+) to (?:my|our|him|her|them)\b|\btake (?:it|that|this) (?:to|back to) (?:my|the|our|him|her|them)\b|\bmy (?:boss|manager|vp|gm|director|husband|wife|partner|board|team) (?:would|has to|needs to|wants|says|thinks)\b/;
const paper =
  /\b(?:deposit|purchase order|po|order (?:form|confirmation)|signature|countersign\w*|paperwork|(?:the|your|our) (?:contract|agreement|renewal)|(?:deposit|first|advance|proforma|pro forma) invoice)\b/;
const starts =
  /\b(?:install(?:ation|ing)?|start(?:ing)?|deliver(?:y|ed)?|go live|kick-?off|on the schedule|fit(?:ted|ting)?)\b/;
const day =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}(?:st|nd|rd|th)|week|\w+teenth|\w+tieth|january|february|march|april|may|june|july|august|september|october|november|december)\b/;
const conditional = /\b(?:if|unless|once you|when you|without)\b/;
