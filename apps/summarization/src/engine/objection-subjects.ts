export const priceWords = String.raw`price|pricing|expensive|pricey|costs?|budget|afford|cheaper|cheap|steep|money|discount|fees?|deposit|pay|paying|margin|quote|invest\w*`;

const subjects: readonly (readonly [string, RegExp])[] = [
  ['price', new RegExp(String.raw`[$€£]|\b(?:${priceWords}|dear)\b`)],
  [
    'the commitment',
    /\b(?:lock(?:ed)?[- ]in|tied|cancel\w*|contract|term|commit\w*|years?|month-to-month|notice|renew\w*)\b/,
  ],
  [
    'who has to approve',
    /\b(?:boss|board|committee|approv\w+|legal|procurement|partners?|accountant|union|sign[- ]off|governors)\b/,
  ],
  [
    'security',
    /\b(?:security|secure|privacy|privileged|gdpr|hipaa|compliance|data|breach|hacked|camera\w*|servers?)\b/,
  ],
  [
    'the effort of switching',
    /\b(?:implementation|migration|roll-?out|onboarding|setup|switch\w*|install\w*|training|learn\w*|hassle|disrupt\w*|tablet|app|screens?|login)\b/,
  ],
  [
    'an alternative',
    /\b(?:already (?:use|have)|competitor\w*|other (?:lot|quote|offer|people|vendor)|the others|in-house|happy with|current supplier)\b/,
  ],
  ['timing', /\b(?:time|timing|weeks?|soon|late|later|early|season|busy|bandwidth|freeze|wait)\b/],
  [
    'reliability',
    /\b(?:broke\w*|breaks?|fail\w*|damag\w*|down|worr\w+|burn(?:ed|t)|reviews?|wrong|missing|split|never heard)\b/,
  ],
  ['fit', /\b(?:fit|fits|integrat\w*|support\w*|work with|too (?:big|small|heavy|large)|need|size|space)\b/],
];

/** For a sentence such as "they raised doubts about price": the first subject that its words name. */
export function subjectOf(text: string): string {
  return subjects.find(([, pattern]) => pattern.test(text))?.[0] ?? 'the offer';
}
