/**
 * What words alone give away of a sentence, as features of the heads: the weight of each is learnt, none decides. They look at lower-case
 * text with straight apostrophes, and need no punctuation.
 */
export const cues: readonly (readonly [string, RegExp])[] = [
  ['self will', /\b(?:i'?ll|i will|i shall|i'?m going to|i'?m gonna|i am going to)\b/],
  ['group will', /\b(?:we'?ll|we will|we'?re going to|we'?re gonna)\b/],
  ['other will', /\b(?:you'?ll|you will|they'?ll|he'?ll|she'?ll|(?:he|she|they) will|it'?ll|it will)\b/],
  ['somebody will', /\b(?:my|our|the) (?:\w+ ){1,2}(?:will|is going to|'ll)\b/],
  ['let me', /\blet me\b/],
  ['i can', /\b(?:i|we) (?:can|could)\b/],
  ['shall i', /\b(?:shall|should|will|can|could|may) (?:i|we)\b/],
  ['can you', /\b(?:can|could|would|will) (?:you|ye)\b/],
  ['please', /\b(?:please|kindly)\b/],
  ['i need', /\b(?:i|we)(?:'d| would)? (?:need|like|want|love|appreciate)\b/],
  [
    'starts as an order',
    /^(?:and |so |then |okay |ok |please |just |yes |sure )*(?:send|mail|email|call|ring|text|drop|get|give|put|book|let me know|have|ask|check|share|forward|bring|talk|tell|come|make|take|keep|run|find)\b/,
  ],
  ["let's", /\b(?:let'?s|let us|shall we|why don'?t we|how about|what about|what if we|suppose we)\b/],
  [
    'if',
    /\b(?:if|unless|provided|assuming|suppose|supposing|in case|whether|should you|were you|had you|depending on)\b/,
  ],
  ['would', /\b(?:would|'d|might|could|probably|maybe|perhaps|possibly)\b/],
  ['once you', /\b(?:once|when|whenever|as soon as|the moment|every time)\b/],
  [
    'past',
    /\b(?:was|were|did|had|went|sent|told|said|asked|spoke|called|rang|gave|got|took|bought|promised|agreed|posted|signed|left|came|used to|\w{3,}ed)\b/,
  ],
  ['perfect tense', /\b(?:'ve|have|has|already|just)\b/],
  ['ago', /\b(?:ago|last (?:week|month|year|time|spring|summer|autumn|winter|\w+day)|yesterday|back in|earlier)\b/],
  ['negation', /\b(?:no|not|never|nope|nah|nothing|nobody|none|neither|cannot|cant|dont|wont|without)\b|n't\b/],
  ['but', /\b(?:but|though|however|only|problem|trouble|worr\w+|concern\w*|afraid|sorry)\b/],
  ['too', /\b(?:too|a lot|expensive|steep|pricey|dear|double|more than|higher)\b/],
  [
    'yes',
    /^(?:oh |well |ah |and |so )*(?:yes|yeah|yep|yup|sure|of course|okay|ok|alright|right|fine|perfect|great|good|deal|done|agreed|absolutely|certainly|lovely|grand)\b/,
  ],
  ['no first', /^(?:oh |well |ah |um |uh )*(?:no|nope|nah|not)\b/],
  ['works', /\b(?:works|suits|it is|that'?s (?:fine|good|great|settled)|fine (?:by|with)|happy with|live with)\b/],
  [
    'take back',
    /\b(?:scratch|scrap|forget|never ?mind|ignore|cancel|strike|take (?:it|that) back|changed my mind|after all|hold off|instead)\b/,
  ],
  ['actually', /\b(?:actually|wait|hang on|hold on|sorry|correct myself|on second thoughts?|come to think)\b/],
  ['thanks', /\b(?:thank|thanks|cheers|appreciate)\b/],
  ['goodbye', /\b(?:bye|goodbye|take care|see you|talk soon|speak soon|have a (?:good|nice|great|lovely))\b/],
  [
    'when',
    /\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|next (?:week|month)|week|month|morning|afternoon|evening|noon|january|february|march|april|june|july|august|september|october|november|december|first|second|third|fourth|fifth|\w+th|end of)\b/,
  ],
  [
    'clock',
    /\b(?:at|by|before|after|until) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|lunch)/,
  ],
  [
    'number',
    /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|percent)\b/,
  ],
  ['money', /[$€£]|\b(?:price|cost|costs|pay|fee|budget|cheap\w*|discount|quote|money|dollars|euros|pounds|rupees)\b/],
  [
    'meeting',
    /\b(?:call|meet|meeting|visit|come (?:by|over|round|to)|drop by|stop by|catch up|talk again|speak again|demo|session|calendar|diary|ring)\b/,
  ],
  ['sending', /\b(?:send|sent|mail|email|post|forward|share|ship|drop|text|copy|inbox)\b/],
  [
    'finding out',
    /\b(?:check|ask|find out|look into|talk to|speak to|speak with|confirm|see if|come back to|get back to|let you know)\b/,
  ],
  [
    'paper',
    /\b(?:contract|proposal|quote|offer|agreement|invoice|list|sheet|form|document|details|drawing|plan|brochure|certificate|report|numbers|figures|photos?|pictures?|samples?)\b/,
  ],
  ['sign', /\b(?:sign|signed|buy|order|go ahead|move forward|proceed|renew|take it|going with|sold|in|on board)\b/],
  [
    'decline',
    /\b(?:not interested|pass|decline|decided against|someone else|somebody else|stay with|not for us|another supplier|not going to)\b/,
  ],
  [
    'third person',
    /\b(?:he|she|they|him|her|them|his|colleague|boss|partner|wife|husband|brother|manager|director|accountant|engineer|team)\b/,
  ],
  ['i', /\b(?:i|i'm|i'll|i've|i'd|me|my)\b/],
  ['we', /\b(?:we|we're|we'll|we've|we'd|us|our)\b/],
  ['you', /\b(?:you|you're|you'll|you've|you'd|your|ye)\b/],
  ['everybody', /\b(?:every|everybody|everything|all (?:of|our|the)|always|never|any|whole|customers?|clients?)\b/],
  [
    'asks',
    /\?|^(?:and |so |but |okay |right )*(?:what|how|when|where|who|why|which|whose|do|does|did|is|are|was|have|has|can|could|would|will)\b/,
  ],
  ['question mark', /\?/],
];
