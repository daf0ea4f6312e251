import { rule, type DateRule } from './date-rule.ts';
import { countPattern, monthPattern, ordinalWordPattern, weekdayPattern } from './date-words.ts';

const none = (source: string): DateRule => rule(source, () => null);

// A day as it follows "away" or "spoke": what is not to be done then.
const someDay = `(?:(?:on|this|next|until|till|all|for|from|the|rest of|earlier|and|or|back)\\s+)*(?:${weekdayPattern}|today|tomorrow|weekend|week|month|morning|afternoon)\\b`;

/** Words that look like a date and are none to do something by. They come before all other rules and take their words away. */
export const notDates: readonly DateRule[] = [
  none(
    String.raw`\b(?:last|past|previous|since|every|each|back in)\s+(?:the\s+)?(?:${weekdayPattern}|${monthPattern}|${ordinalWordPattern}|week|month|quarter|year|night|weekend)\b(?! (?:of|in) )`,
  ),
  none(
    String.raw`\b(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:s\b|'s\b(?! (?:fine|good|great|perfect|ok|okay|better|best|ideal|lovely|grand|no good|not|bad|out|alright|all right|too|early|soon|the)\b))|\btoday's\b|\b24/7\b|\byesterday\b`,
  ),
  none(String.raw`\b(?:${weekdayPattern})s? (?:mornings|afternoons|evenings|nights|lunchtimes)\b`),
  none(String.raw`\b(?:chapter|page|section|version|ratio|number|room|clause|paragraph) \d[\d/.]*`),
  none(String.raw`\b(?:${countPattern})\s+(?:day|week|month|year)s?\s+(?:ago|earlier|back)\b`),
  // Counted from something that has not happened yet.
  none(
    String.raw`\b(?:${countPattern})(?: to \w+| or \w+)? (?:working |business )?(?:day|week|month)s? (?:of|from|after|before|following) (?:(?:the|your|our|my|that|his|her|their) (?!(?:call|\d|${ordinalWordPattern})\b)|(?:sign|receiv|order|install|approv|payment|delivery|receipt|signature)\w*\b)`,
  ),
  none(String.raw`\bonce (?:in|every) (?:an? |${countPattern})? ?(?:day|week|month|year)s?\b`),
  none(String.raw`\b(?:once|twice) a (?:day|week|month|year)\b`),
  none(String.raw`\bafter\s+(?:the\s+)?(?:new year|holidays?|summer|christmas|easter|break)\b|\bnew year\b(?!'s)`),
  none(
    String.raw`\b(?:fiscal|financial|tax|school|academic|budget)(?: ?year)?(?:[ -]?end)?\b|\b(?:our|your|their|my|company) (?:fiscal )?year[- ]?end\b|\bend of (?:our|your|their|my) (?:fiscal|financial|year)\b`,
  ),
  none(String.raw`\bin (?:just )?(?:a|one|two) (?:second|sec|moment)s?\b`),
  none(String.raw`\b(?:black|good|cyber|easter|bank holiday) (?:friday|monday)\b`),
  none(
    String.raw`\b(?:the|our|your|my) (?:${weekdayPattern}) (?:team|crew|shift|run|driver|class|market|group|people|lads|guys|staff|stand-?up|rush|service)\b`,
  ),
  // "Tomorrow's Friday": what day it is, not when.
  none(
    String.raw`\b(?:today|tomorrow)(?:'s| is) (?:a |already |only )?(?:${weekdayPattern})\b|\b(?:that's|it's|that is|that'd be|which is|isn't that|is that) (?:on )?a (?:${weekdayPattern})\b`,
  ),
  none(String.raw`\b(?:pay\w*|paid|invoiced?|terms|net) within (?:${countPattern}) (?:working |business )?days?\b`),
  // Opening hours, unless something is put off: "move it from Monday to Friday".
  none(
    String.raw`(?<!\b(?:mov|push|shift|bump|chang|slip|switch|swap|reschedul|postpon)\w{0,4}\b.{0,40})\b(?:${weekdayPattern}) (?:to|through|thru|till|until) (?:${weekdayPattern})\b`,
  ),
  // What was, and when a person is away.
  none(
    String.raw`\b(?:we|you|i|they|he|she) (?:just |already |all |both |even )?(?:met|spoke|talked|discussed|saw|looked at|went (?:over|through)|covered|received|showed|demoed|emailed|quoted|ran|sent|sat down|had|visited|rang|chased|called|phoned|tried|missed|came|went|left|paid|bought|launched|shipped|was(?! (?:going|hoping|thinking|wondering|about|supposed|planning))|were(?! (?:going|hoping|thinking|wondering|about|supposed|planning)))\b(?:(?!\b(?:by|before|until|till|for)\b)[^.,;!?]){0,30}?${someDay}`,
  ),
  none(
    String.raw`\b(?:they|he|she|(?:the|our|my|their) (?:\w+ ){0,2}\w+) (?:all |both |only |next )?(?:meets?|sits? down|gets? together|convenes?)\b[^.,;!?]{0,20}?(?:${someDay}|the (?:\d{1,2}(?:st|nd|rd|th)|${ordinalWordPattern})\b)`,
  ),
  none(
    String.raw`\b(?:i'?m|he's|she's|they'?re|we'?re|is|are|am)\b[^.,;!?]{0,25}\b(?:until|till) (?:${someDay}|(?:the )?(?:\d{1,2}(?:st|nd|rd|th)|${ordinalWordPattern})\b)`,
  ),
  none(
    String.raw`\b(?:talking|speaking|time|chat|conversation|chatting|meeting|discussed|covered|as of|on here|done for|enough for|questions for|not) today\b`,
  ),
  none(
    String.raw`\b(?:i'?m|i am|we'?re|we are|he's|she's|they'?re|(?:he|she) is|i'?ll be|we'?ll be|(?:he|she)'?ll be|is|are|be) (?:\w+ )?(?:away|off|out(?: of (?:the )?office)?|travell?ing|on leave|on holidays?|on vacation|on annual leave|on the road|closed|shut|busy|tied up|slammed|swamped|flat out|back to back|in meetings|on site|at a (?:show|fair|conference))\b[^.,;!?]{0,20}?${someDay}`,
  ),
];
