/** The thing that words name, as it may follow "talked about"; null where they name none, or more than a thing. */
export function nounPhrase(said: string): string | null {
  const whole = said
    .replace(/[’]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '')
    .replace(leadIn, '')
    .replace(/[,;:—–].*$|\s-\s.*$|\.\s.*$/, '')
    .trim();
  const kept = whole.split(' ');
  while (looseEnd.test(kept.at(-1) ?? '')) kept.pop();
  const line = kept.join(' ');
  const words = line.toLowerCase().split(' ');
  if (words.length > 9 || notInPhrase.test(line) || startsBadly.test(line) || /["“”?!…]/.test(line)) return null;
  const named = words.filter((word) => /^\p{L}[\p{L}'-]{2,}$/u.test(word) && !namesNothing.test(word));
  if (named.length === 0 || (/(?:[^i]ng|ly)$/.test(words.at(-1) ?? '') && words.length === 1)) return null;
  const owned = line.replace(/^(?:your|our|my|their|his|her) (?:own )?/i, 'the ');
  return words.length > 1 || needsNoArticle.test(line) ? owned : null;
}

/** A lone noun in the singular needs its article; "installation" and "training" do not. */
export const needsNoArticle = /(?:s|ing|ion|ment|ance|ware)$/;

const leadIn =
  /^(?:(?:and|so|but|well|yeah|yes|no|okay|uh|um|er|about|it's|it is|it was|that's|this is|there's|here's|they're|we've|we have|we do|we got|we sell|we'd|i've|i have|i want|we want|we need|i need|you need|you want|you get|you've|you'd|you'd get|i'd|i'd have|we'd have|to|buy|get|put|add|take|have|got|just|only|maybe|like)\s)+/i;
const looseEnd =
  /^(?:and|or|but|so|with|without|of|for|to|from|in|on|at|by|the|an?|that|which|is|as|too|then|now|here|there|please|right|yeah|okay|really|actually)$/i;
export const notInPhrase =
  /\b(?:i|you|we|he|she|they|me|us|him|them|it|myself|yourself|mine|yours|who|what|which|whose|where|when|why|how|that|this|these|those|here|there|is|are|was|were|be|been|am|isn't|aren't|wasn't|not|no|never|don't|doesn't|didn't|do|does|did|has|have|had|will|would|can|could|may|might|must|should|shall|want|wants|need|needs|get|gets|got|goes|go|going|gone|come|comes|came|know|think|say|says|said|see|let|make|makes|made|take|takes|took|give|gives|gave|find|keep|keeps|put|puts|ask|tell|told|expect|waive|called|marked|begin|free|start|starts|costs?|gives?|rather|short|long|if|because|so|than|just|maybe|also|too|very|really|yes|yeah|okay|ok|uh|um|er|please|thanks|sorry|sir|madam|ma'am|percent|somebody|something|anything|everything|nothing|everybody|thing|things|stuff|one|ones|other|same|\p{L}+'(?:re|ll|ve|d|m))\b|\b(?:it|that|there|what|he|she|who)'s\b|%/iu;
const startsBadly =
  /^(?:with|without|from|for|in|on|at|by|of|to|over|under|after|before|until|till|between|through|into|up|down|off|out|all|both|every|each|some|any|more|most|less|as|or|and|then|\p{L}+ly) ?\b/iu;
const numberWord =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|lakh|crore|half|dozen|oh|zero|first|second|third|fourth|fifth';
const timeOrMoney =
  'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|january|february|march|april|may|june|july|august|september|october|november|december|years?|months?|weeks?|days?|hours?|minutes?|mornings?|afternoons?|evenings?|nights?|noon|today|tomorrow|dollars?|bucks?|euros?|pounds?|quid|rand|baht|pesos?|naira|shillings?|soles|rupees?|crowns?|francs?|dirhams?|meters?|metres?|feet|foot|degrees?|kilos?|tons?|times?';
const filler =
  'the|and|for|with|your|our|new|old|good|big|small|little|whole|full|next|last|first|few|couple|lot|bit|kind|sort|way|idea|question|call|talk|people|guys?|man|woman|name|number|point|moment|matter|case|part|side|place|yard|nice|great|fine|right|free|another|about|around|per|price|prices|offer|quote|proposal|email|mail|figure|figures|message|visit|meeting';
export const namesNothing = new RegExp(`^(?:${numberWord}|${timeOrMoney}|${filler})(?:-(?:${numberWord}))?$`, 'u');
