import type { Sentence } from './dialogue.ts';
import { doneOnTheCall, kindOf } from './verbs.ts';
import type { ActionKind } from './verbs.ts';

/** Something to do that a sentence speaks of. `start` is the place of its verb in the sentence. */
export interface ActionTalk {
  /** promise: the speaker commits; offer: would, if the other side wants; request: the other side should. */
  readonly act: 'promise' | 'offer' | 'request';
  readonly sentence: Sentence;
  readonly start: number;
  readonly kind: ActionKind;
  /** The third person who is to do it ("our IT guy"), as said; null for the speakers themselves. */
  readonly doer: string | null;
}

/** Rules look at the words alone, never at the side that says them: swapped speakers give swapped owners. */
export function actionTalkOf(sentence: Sentence): ActionTalk | null {
  if (sentence.words < 2) return null;
  return offerOf(sentence) ?? requestOf(sentence) ?? promiseOf(sentence);
}

export function accepts(sentence: Sentence): boolean {
  return acceptance.test(sentence.text) && !refuses(sentence);
}

export function refuses(sentence: Sentence): boolean {
  return refusal.test(sentence.text.replace(harmlessNo, ' '));
}

/** "Actually, hold off on the quote": takes back what was said before. */
export function takesBack(sentence: Sentence): boolean {
  return retraction.test(sentence.text);
}

const adverbs = String.raw`(?:(?:also|just|definitely|certainly|probably|quickly|then|personally|gladly|happily|actually|maybe|please|kindly|absolutely|go ahead and|make sure (?:to|i|we|you)|make a note to|be sure to|try to|try and|be able to|get someone to|at least|for sure|still|first|all)\s+)*`;
const promiseCue = new RegExp(
  String.raw`\b(?:(i'?ll|i will|i shall|i'?m going to|i am going to|i'?m gonna|i promise to|i'?m happy to|let me|let us)|(we'?ll|we will|we'?re going to|we are going to)|((?:my|our) (?:[a-z-]+ ){1,3}|(?:[a-z]+) )(?:will|is going to|'ll)|(?:(he|she|they)(?:'ll| will| is going to)))\s+${adverbs}(?=[a-z])`,
  'g',
);
const offerCue = new RegExp(
  String.raw`\b(?:i can|i could|we can|we could|happy to|glad to|(?:do you |would you )?(?:want|like) me to|(?:shall|should|could|can|may|how about|why don'?t|what if) i|(?:i'?d|i would|we'?d|we would) be (?:happy|glad) to)\s+${adverbs}(?=[a-z])`,
);
const requestCue = new RegExp(
  String.raw`(?:\b(?:can|could|would|will) you|\bplease|\b(?:i|we)(?: would|'?d)? (?:need|like|want|love|appreciate|ask) you to|\bany chance you (?:can|could)|\bif you (?:can|could)(?: just)?|\byou(?:'ll| will)? (?:need|have) to|\bit would be (?:great|good|helpful) if you could|\bi'?d appreciate it if you(?:'d| could| would))\s+${adverbs}(?=[a-z])`,
);
const lead = String.raw`^(?:(?:ok(?:ay)?|great|perfect|good|alright|all right|and|so|then|yes|yeah|yep|sure|cool|please|just|also|right|sounds good|fine|works|thanks|or|well|\p{L}+(?=,))[\s,—–-]+){0,4}`;
const imperative = new RegExp(
  String.raw`${lead}(?=(?:send|resend|email|forward|text|call|ring|book|schedule|set up|put (?:me|us|it|that|something)|get (?:me|us|it|that|this|those|them|the) |drop (?:me|us)|shoot (?:me|us)|share (?:it|that|the|those|your)|loop|cc|copy (?:me|us|in)|invite|give (?:me|us) a (?:call|ring|shout)|bring|sign|fill (?:in|out)|draft|ask your|check with|talk to your|confirm (?:by|with|it)|review)\s)`,
  'u',
);
const getFromYou =
  /\b(?:can|could|may) (?:i|we) (?:please )?(?=(?:get|have|receive) (?:a |an |the |your |some |those |that |copies )?(?:\w+ ){0,3}(?:contract|proposal|quote|copy|list|deck|slides|document|documents|invoice|brochure|samples?|references?|report|invite|link|recording|breakdown|summary|agreement|terms|paper|spec|specs|certificate|form|details|photos|drawings?)\b)/;
const askedForWords =
  /^(?:tell|explain|walk|clarify|repeat|hear|see|show|help|describe|elaborate|speak up|remind|give (?:me|us) (?:a|an|some) (?:sense|idea|example|overview|minute|second)|share (?:a bit|a little|more|what|how|with (?:me|us)|your (?:thoughts|screen))|confirm (?:that|there|if|whether|what|you|it'?s|the)|check if you|talk (?:me|us|about|a bit)|take (?:me|us)|let me know (?:what you think|if)|say|guess|imagine|do|go|hold|wait|be|have|understand|remember|note|run (?:me|us)|bring (?:me|us) up|get (?:me|us) (?:up|started|there))\b/;

const pleasingCondition =
  /^if (?:you(?:'d| would)? (?:like|want|prefer|need)|that(?:'d| would|'s| is)? (?:be )?(?:help|use|of use|useful|good|ok|work|suit)|it helps|useful|helpful|needed)/;
const saleCondition =
  /\b(?:if|unless|assuming|in case|provided|suppose|supposing)\b|\b(?:once|when|as soon as|after|the moment) you(?:'re| are|'ve| have| all)? ?(?:sign|signed|decide|decided|approve|buy|bought|go ahead|go live|live|start|started|come on ?board|become|join|commit|choose|are ready|get started|move forward)\b|\b(?:would|could|might) have\b/;
const reported = /\b(?:said|says|told|promised|mentioned|thought|claimed|hoped|was going|were going)\b[^,;]*$/;
const negated = /\b(?:not sure|don't think|doubt|can't promise|cannot promise|no idea)\b[^,;]*$/;

function offerOf(sentence: Sentence): ActionTalk | null {
  const match = offerCue.exec(sentence.text);
  if (match !== null && !/^(?:can|could|may) i (?:ask|just ask)\b/.test(sentence.text.slice(match.index))) {
    const found = talk('offer', sentence, match, null);
    if (found !== null && found.kind !== 'other' && !saleCondition.test(withoutPleasing(sentence.text))) return found;
  }
  return null;
}

function requestOf(sentence: Sentence): ActionTalk | null {
  const get = getFromYou.exec(sentence.text);
  if (get !== null) return talk('request', sentence, get, null);
  const match = requestCue.exec(sentence.text) ?? imperative.exec(sentence.text);
  if (match === null) return null;
  const action = sentence.text.slice(match.index + match[0].length);
  if (askedForWords.test(action) && !/\b(?:by email|in writing)\b/.test(action)) return null;
  const found = talk('request', sentence, match, null);
  if (found === null || found.kind === 'other') return null;
  return /^(?:if|unless)\b/.test(sentence.text) && !/^if you (?:can|could)/.test(sentence.text) ? null : found;
}

function promiseOf(sentence: Sentence): ActionTalk | null {
  for (const match of sentence.text.matchAll(promiseCue)) {
    const [, self, group, thirdPerson, pronoun] = match;
    const before = sentence.text.slice(0, match.index);
    if (reported.test(before) || negated.test(before) || saleCondition.test(before)) continue;
    const doer = thirdPerson?.trim() ?? pronoun ?? null;
    if (doer !== null && notADoer.test(doer)) continue;
    const asSaid = doer === null ? null : sentence.raw.slice(match.index, match.index + doer.length);
    // A single word is somebody's name only with a capital; "reps will review" speaks of nobody here.
    if (asSaid !== null && pronoun === undefined && !asSaid.includes(' ') && !/^\p{Lu}/u.test(asSaid)) continue;
    if (asSaid !== null && match.index === 0 && /^\p{Lu}\p{Ll}+s$/u.test(asSaid)) continue;
    const found = talk('promise', sentence, match, asSaid);
    if (found === null) continue;
    const action = sentence.text.slice(found.start);
    const after = saleCondition.exec(
      action.replace(/\b(?:check|see|ask|out|know|confirm|tell \w+)(?: \w+)? if\b/g, ' '),
    );
    if (after !== null) {
      if (pleasingCondition.test(action.slice(after.index))) return { ...found, act: 'offer' };
      continue;
    }
    if (counts(action, found, self, group)) return found;
  }
  return null;
}

const notADoer =
  /^(?:it|this|that|which|who|what|there|you|we|i|everything|nothing|something|and|but|ai|system|platform|tool|software|our (?:platform|system|tool|software|product|solution|app|price|prices|data|service).*)$/;

/** "I'll" promises unless it speaks of the call itself; "we'll" is often pitch and "let me" often a turn of phrase: both need a deed for after the call. */
function counts(action: string, found: ActionTalk, self: string | undefined, group: string | undefined): boolean {
  if (self !== undefined && /^let/.test(self)) return afterwards.test(action);
  if (self !== undefined) return found.kind === 'call' || isTake(action) || !doneOnTheCall.test(action);
  if (group !== undefined)
    return ['send', 'call', 'schedule', 'sign', 'review'].includes(found.kind) || afterwards.test(action);
  return ['send', 'call', 'schedule', 'sign', 'review'].includes(found.kind) || afterwards.test(action);
}

const isTake = (action: string) =>
  /^(?:take (?:a (?:closer |proper |quick )?look|(?:it|this|that|these)(?: \w+)? (?:to|back))|give (?:you|them|him|her) an? (?:call|ring|shout|bell|discount)|have (?:it|that|this|the|my|our|someone|somebody|him|her|them) .*|go (?:back to|over it|through it)|see (?:if|what|whether) (?:i|we|they|he|she|legal|finance|procurement))/.test(
    action,
  );
const afterwards =
  /^(?:check (?!if you)|double[- ]check|talk (?:to|with) (?!you\b)|speak (?:to|with) (?!you\b)|discuss (?:it|this|that) (?:with|internally)|ask (?:my|our|the|him|her|them|\p{Lu}|around)|confirm (?:with|that with|it with|this with)|find out|look into|get back|send|email|forward|run (?:it|this|that)|circle|follow up|dig|put together|book|schedule|work out|take (?:it|this|that) (?:to|back)|bring (?:it|this|that)|see (?:if|what) (?:i|we) can|think about it and|discuss internally|decide|have (?:an answer|a decision|it (?:ready|over|signed)))/u;

function talk(
  act: ActionTalk['act'],
  sentence: Sentence,
  match: RegExpExecArray,
  doer: string | null,
): ActionTalk | null {
  const start = match.index + match[0].length;
  const action = sentence.text.slice(start);
  return /^[a-z]/.test(action) ? { act, sentence, start, kind: kindOf(action), doer } : null;
}

const withoutPleasing = (text: string) =>
  text.replace(/\bif (?:you(?:'d| would)? (?:like|want|prefer|need)|that|it helps|useful|helpful|needed)\b/g, ' ');

const acceptance = new RegExp(
  String.raw`^(?:(?:oh|well|um|uh|ah|hmm|and|so|okay|ok|great|perfect)[\s,]+)*(?:yes|yeah|yep|yup|ja|sure|of course|okay|ok|alright|all right|absolutely|certainly|definitely|will do|can do|no problem|not a problem|no worries|happy to|gladly|by all means|consider it done|you got it|you bet|sounds (?:good|great|perfect|fine|fair|like a plan)|perfect|great|fantastic|wonderful|excellent|lovely|brilliant|fine|good|deal|agreed|please|please do|go ahead|that works|works for me|that(?:'s| is|'d be| would be) (?:fine|great|good|perfect|helpful|lovely|ideal|okay|ok|fair)|let'?s do (?:it|that)|i(?: can|'ll| will) do that|we(?: can|'ll| will) do that|i'?d (?:like|love|appreciate) that|fair enough|right away|done|for sure|understood|got it|on it|it's a deal|i will|we will|why not|makes sense|i'm good with that|send (?:it|them|that|those|me))(?![\w'])|\bthat works\b|\bworks (?:for|well for) (?:me|us|both)\b|\bsounds good\b|\bit is$`,
);
const refusal =
  /\b(?:no|nope|nah|not|can't|cannot|cant|won't|wont|rather not|don't|dont|unfortunately|i'?m afraid|afraid not|not able|hold off|unable|against (?:our )?policy|i'?d prefer not|leave it|wouldn't|never|too (?:early|soon))\b/;
const harmlessNo =
  /\b(?:no problem|not a problem|no worries|why not|no later than|not (?:too )?bad|don't worry|no rush|no questions|no issues?|not (?:yet )?(?:sure|certain) (?:when|which)|if not|or not|why don't (?:you|we)|not only|can't wait|don't forget|no doubt|no hurry)\b/g;
const retraction =
  /\b(?:scratch that|never ?mind|forget (?:it|that|about|the|what)|hold off|on second thoughts?|no need to|don't (?:bother|send|worry about|book|call)|not necessary|i take that back|i (?:won't|can't|cannot|am not able to|'m not able to|will not) (?:be able to )?(?:send|get|do|share|book|call|make)|please don't|let'?s not|cancel that|leave (?:it|that) for now)\b/;
