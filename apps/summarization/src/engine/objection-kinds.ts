export interface ObjectionKind {
  readonly name:
    'price' | 'lock_in' | 'authority' | 'security' | 'effort' | 'competitor' | 'timing' | 'fit' | 'need' | 'trust';
  /** As a person would name it: "concerns about …". */
  readonly label: string;
  readonly says: RegExp;
  /** What must stand in the sentence too: the subject alone is no objection. */
  readonly doubts?: RegExp;
  /** Words that an answer to the point is likely to have. */
  readonly answers: RegExp;
}

const offer = String.raw`(?:it|this|that|they|we|you|your \w+|the \w+)`;

/** In order of precedence: one sentence is one objection. */
export const objectionKinds: readonly ObjectionKind[] = [
  {
    name: 'price',
    label: 'price',
    says: any(
      String.raw`\b(?:too|so|pretty|quite|very|really|bit|little|rather) (?:expensive|pricey|costly|steep)\b|^\W*(?:expensive|pricey)\b|\b(?:it|this|that|you|price|quote)(?:'s|'re| is| are| seems| looks) (?:expensive|pricey|steep|a lot|a stretch)\b`,
      String.raw`\b(?:price|pricing|cost|costs|quote|fee|fees|rate|number|figure|bid|estimate)s? (?:is|are|seems?|looks?|feels?|was|came in|comes in|sounds?)(?: \w+){0,3} (?:high|higher|steep|more|above|over|much|expensive)\b`,
      String.raw`\b(?:over|above|outside|beyond|out of|exceeds?|not in|isn't in|blows) (?:of )?(?:our|my|the|what) ?(?:\w+ )?budget`,
      String.raw`\b(?:don't|do not|dont|no|can't|cannot|haven't|not)(?: \w+){0,3} (?:budget|afford|money)\b`,
      String.raw`\bjustify (?:the|this|that|your|a)? ?(?:cost|price|spend|expense|investment|number|money)|\bhard to justify\b|\bnot a small (?:investment|amount|sum|number)`,
      String.raw`\b(?:a lot|lots|bit|chunk|pile) of money\b|\bthat's a lot\b|\bcheaper\b|\bsticker shock\b|\b(?:budget|money)(?:'s| is) (?:tight|gone|frozen|spent)|\btight budget\b`,
      String.raw`\bmore than (?:we|i)(?:'d| had)? (?:budgeted|planned|expected|thought|wanted|pay|hoped)|\bhigher than\b|\ba lot more than\b|\bbetter (?:price|rate|deal)\b|\b(?:any|a|some) discount\b|\bcome down (?:on|a bit|in)\b|\bsharpen\b`,
    ),
    answers:
      /[$€£%]|\b(?:price|cost|invest\w*|budget|pay\w*|sav\w+|return|roi|revenue|includ\w+|discount|month\w*|annual\w*|value|cheap\w*|break even|credit\w*|finance|instal\w+)\b/,
  },
  {
    name: 'lock_in',
    label: 'the commitment',
    says: any(
      String.raw`\blocked in\b|\block(?:ed)?[- ]in\b|\btied (?:in|down|to)\b|\bcancel(?:l?ation)?\b(?! (?:my|our) (?:meeting|call))|\bget out of (?:it|the|this)\b|\bexit clause\b|\bauto-?renew|\bearly termination\b|\bminimum term\b`,
      String.raw`\b(?:long|multi|two|three|twelve|12|24|36|a|full)[- ]?(?:term|year|month)s? (?:contract|commitment|term|deal)\b|\bcommit(?:ted|ting)? (?:\w+ )?(?:to|for) (?:a |an )?(?:\w+ )?(?:years?|months?|days)\b|\bonly committing\b|\b(?:can|could) we (?:do|go|pay) month(?:ly|[- ]to[- ]month)\b`,
    ),
    answers:
      /\b(?:cancel\w*|month\w*|notice|commit\w*|contract|term\w*|guarantee\w*|refund\w*|day|days|exit|leave|pilot|billed)\b/,
  },
  {
    name: 'authority',
    label: 'who has to approve',
    says: any(
      String.raw`\b(?:need|have|got|want|'d need) to (?:check|talk|speak|run|clear|discuss|get|take|bring|ask)(?: \w+){0,4} (?:with|to|by|past|from) (?:my|our|the) (?:\w+ )?(?:boss|manager|ceo|cfo|cto|coo|vp|wife|husband|partner|board|director|legal|procurement|finance|owner|committee|management)\b`,
      String.raw`\bnot my (?:decision|call)\b|\b(?:can't|cannot|cant|don't) (?:decide|sign|approve|make) (?:\w+ ){0,4}(?:alone|myself|on my own|decision|call|off)\b|\bneeds? (?:\w+ )?(?:approval|sign[- ]?off|buy-in)\b|\babove my pay grade\b|\b(?:my|our) \w+ (?:has|have|needs?|wants?|would have|would want|will want) to (?:see|approve|sign|agree|ok|okay|look|be on board)\b`,
    ),
    answers:
      /\b(?:approv\w+|decision|decide\w*|boss|manager|board|team|involve\w*|join|meet|call|send|summary|business case|together)\b/,
  },
  {
    name: 'security',
    label: 'security',
    says: any(
      String.raw`\b(?:security|privacy|gdpr|hipaa|compliance|compliant|data protection|our data|customer data|client data|soc ?2|breach|hacked)\b`,
    ),
    doubts:
      /\?|\b(?:worr\w+|concern\w*|particular|strict|careful|nervous|have to know|need to know|what about|how about|where)\b/,
    answers:
      /\b(?:secur\w+|encrypt\w+|certif\w+|soc|iso|gdpr|hipaa|complian\w+|data|audit\w*|access|store\w*|region|never)\b/,
  },
  {
    name: 'effort',
    label: 'the effort of switching',
    says: any(
      String.raw`\b(?:implementation|migration|roll-?out|onboarding|setup|set-up|switching|integration|install\w*|training)(?: \w+){0,3} (?:nightmare|pain|painful|hassle|headache|disrupt\w+|long|disaster|complicated|complex|hard|forever)\b`,
      String.raw`\b(?:hassle|headache|disrupt(?:ion|ive)|learning curve)\b|\btoo (?:complicated|complex|hard|difficult|much (?:work|effort|hassle))\b|\banother (?:tool|system|platform|login)\b`,
      String.raw`\b(?:team|reps|people|staff|guys|crew|users|drivers|workers|employees|operators|nurses|teachers|they) (?:won't|will never|wouldn't|don't want to|hate|would hate|will resist)(?: \w+){0,2} (?:use|adopt|learn|change|it)\b`,
    ),
    answers:
      /\b(?:implement\w*|week\w*|day|days|train\w*|team|support\w*|integrat\w*|migrat\w*|handle|onboard\w*|set ?up|live|we do|manager)\b/,
  },
  {
    name: 'competitor',
    label: 'an alternative',
    says: any(
      String.raw`\b(?:already|currently) (?:use|using|have (?:a|an|someone|somebody)|work(?:ing)? with|pay(?:ing)? for|under contract|got (?:a|an|someone|somebody))\b|\b(?:happy|satisfied|fine|content) with (?:what|our|the|who|my|them)\b|\bunder contract\b|\b(?:just|recently|already) signed (?:a|an|up|with)\b|\bstuck (?:until|till|with)\b`,
      String.raw`\b(?:leaning|going|looking) (?:towards?|at|with) (?:another|the other|a different|someone else|somebody else)\b|\bwhy (?:should|would) (?:we|i) (?:switch|change|choose you|pick you|go with you)|\bhow are you (?:different|better)\b|\bin-house\b`,
    ),
    answers:
      /\b(?:differ\w*|unlike|better|instead|compar\w*|alongside|replace\w*|switch\w*|customers?|clients?|only|on top)\b/,
  },
  {
    name: 'timing',
    label: 'timing',
    says: any(
      String.raw`\b(?:not|isn't|is not) (?:really )?(?:a |the )?(?:good|right|best|great) (?:time|moment)\b|\bbad (?:time|timing)\b|\b(?:don't|do not|dont) (?:really )?have (?:the )?(?:time|bandwidth|capacity|resources)\b|\bno (?:time|bandwidth|capacity)\b|\bswamped\b|\bsnowed under\b`,
      String.raw`\bnot (?:right now|now|this (?:year|quarter|month)|at the moment|a priority|ready (?:to|for|yet)|until)\b|\bmaybe (?:next|in|later|after)\b|\b(?:come|call|get) back to (?:us|me) (?:in|next|after|later)\b|\bon hold\b|\b(?:hiring |spending |budget )?freeze\b|\btoo (?:soon|early|long|slow)\b|\bcan't wait (?:that|so) long\b|\bneed it (?:sooner|earlier|before)\b`,
    ),
    answers: /\b(?:time|week\w*|month\w*|quarter|start\w*|when|soon\w*|minutes?|later|now|day|days|wait\w*|cost of)\b/,
  },
  {
    name: 'fit',
    label: 'fit',
    says: any(
      String.raw`\b${offer} (?:doesn't|does not|don't|can't|cannot|won't|isn't able to) (?:really |even )?(?:integrate|support|work with|fit|cover|handle|include|scale|suit|do|offer)\b|\bdeal[- ]?breaker\b|\bmissing\b|\btoo (?:small|big|basic|large|advanced|limited|generic) for (?:us|me|our)\b|\boverkill\b|\bnot what (?:we|i)(?:'re| are| am)? (?:need|looking)|\bwe(?:'re| are) too (?:small|big)\b`,
    ),
    answers:
      /\b(?:integrat\w*|support\w*|work\w*|roadmap|custom\w*|include\w*|cover\w*|built|size|handle\w*|can|does)\b/,
  },
  {
    name: 'need',
    label: 'the need',
    says: any(
      String.raw`\bnot (?:really |that |very |all that )?interested\b|\b(?:don't|do not|dont) (?:really |see |think )?(?:we )?(?:need (?:it|this|that|one|another|anything)|the (?:need|value|point|benefit))\b|\bnot (?:looking|in the market)\b|\b(?:works|working|doing) (?:just )?fine\b|\bwhy would (?:we|i) (?:need|want)\b|\bnot for (?:us|me)\b|\bwe'?re all set\b`,
    ),
    answers: /\b(?:help\w*|customers?|clients?|companies|save\w*|need\w*|problem\w*|results?|show\w*)\b/,
  },
  {
    name: 'trust',
    label: 'whether it works',
    says: any(
      String.raw`\bwhat (?:if|happens if|happens when) ${offer}(?: \w+){0,4} (?:doesn't|don't|didn't|fails?|isn't|aren't|not|never|breaks?|goes wrong|goes down|wrong)\b|\b(?:what|and) if (?:we|i|you|it) (?:don't|doesn't|can't|never)\b`,
      String.raw`\bhow (?:confident|sure|certain) (?:are|can|am|is)\b|\b(?:i'?m|we'?re|i am|we are) (?:just |still |really )?(?:not|un) ?(?:sure|convinced|certain) (?:it|this|that|if|about|we|whether|you|how)\b|\bunconvinced\b|\bs[ck]eptical\b|\btoo good to be true\b|\b(?:every|each) (?:company|business|site|case) is different\b`,
      String.raw`\bnever heard of (?:you|your)\b|\bbeen (?:burned|burnt|bitten)\b|\bgot (?:burned|burnt)\b|\bwhat's the catch\b|\bhard to believe\b|\b(?:do|does) (?:it|this|that) (?:really|actually) work\b|\b(?:my|our|one|main|biggest|only|a|some|real) (?:\w+ )?(?:concern|worry|hesitation|reservation|issue is|problem is|fear)s?\b|\b(?:i'?m|we'?re) (?:a bit |a little |really |just |still |kind of )?(?:worried|concerned|nervous|hesitant|afraid that)\b|\bworr(?:y|ies) (?:me|us|about)\b`,
    ),
    answers:
      /\d|\b(?:guarantee\w*|customers?|clients?|typical\w*|average|refund\w*|references?|case stud\w+|pilot|trial|because|confident|seen|prove\w*|warrant\w*|results?|support\w*)\b/,
  },
];

function any(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join('|'));
}
