/** What kind of doing a verb is; two mentions of one kind with one object are one action. */
export type ActionKind = 'send' | 'call' | 'schedule' | 'ask' | 'sign' | 'prepare' | 'review' | 'other';

const send =
  'send|resend|re-send|email|e-mail|mail|text|forward|share|shoot|drop|ship|pass|provide|deliver|submit|upload|supply|message|cc|fire off|fire over|ping|(?:stick|pop|put) (?:one |a \\w+ |the \\w+ )?in the (?:post|mail)';
const call =
  'call|ring|phone|follow up|get back|come back to|come back with|reach out|circle back|check in|touch base|jump on|hop on|give (?:you|me|us|him|her|them) an? (?:call|ring|shout|bell)|let (?:you|me|us|them|him|her) know';
const schedule =
  'schedule|reschedule|book|set up|arrange|organi[sz]e|put (?:something|it|that|a|an|some|us|time)(?: \\w+){0,3} (?:in|on)|invite|pencil|block|line up';
const ask =
  'check|double-check|double check|ask|talk|speak|discuss|confirm|find out|look into|run (?:it|this|that|the \\w+|these|those)|take (?:it|this|that|these)(?: \\w+)? (?:to|back)|raise|bring (?:it|this|that)|verify|investigate|dig (?:into|up|out)|see (?:if|what|whether)|work (?:out|with)|figure out|clear (?:it|this|that)|escalate|circulate|present (?:it|this|that)';
const sign =
  'sign|countersign|get (?:it|that|this|the \\w+) (?:signed|back|approved)|return (?:it|the)|approve|pay|transfer|wire|place (?:the|an) order|order';
const prepare =
  'prepare|prep|break (?:it|that|this|the \\w+) down|put (?:together|that together|this together|it together)|draft|write|draw up|create|update|revise|rework|redo|work up|pull (?:together|up some|out)|compile|collect|gather|document|outline|summari[sz]e|fill (?:in|out)|complete|finish|type up|quote|price up|add|remove|cancel|amend|change|correct|fix|reserve|hold|apply|waive|register|enable|activate|create|open (?:a|an)|assign|nominate|pick|choose|measure|survey|inspect|replace|repair|install|order|print|bring|drop off|pick up|come (?:by|over|out|round|to)|stop by|visit|meet|join|introduce|connect|loop|put (?:you|me|us) in touch|test|try (?:it|the|this|that)|copy|get';
const review =
  'review|read|go over|go through|take a (?:closer |proper |quick )?look|look (?:at|over|through)|have a (?:look|read|think)|study|evaluate|digest';

const kinds: readonly (readonly [ActionKind, RegExp])[] = [
  ['call', startsWith(call)],
  ['schedule', startsWith(schedule)],
  ['sign', startsWith(sign)],
  ['review', startsWith(review)],
  ['ask', startsWith(ask)],
  ['send', startsWith(`${send}|get (?:you|me|us|it|that|this|those|these|the)`)],
  ['prepare', startsWith(prepare)],
];

/** The kind of what begins with a verb in its base form; `other` for verbs that are usually done on the call or mean nothing to do. */
export function kindOf(action: string): ActionKind {
  const plain = action.replace(between, '$1 $2');
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'other';
}

// "Set that up" is a kind of "set up".
const between =
  /^(\w+) (?:it|that|this|those|these|them|both|everything|something) (up|over|out|off|together|back|in|down|across|through|round)\b/;

function startsWith(alternatives: string): RegExp {
  return new RegExp(`^(?:${alternatives})(?![\\w'])`);
}
