import type { Outcome } from './summary-engine.ts';

const buys =
  /\b(?:agree[ds]? to (?:buy|purchase|order|go ahead|proceed|sign|the (?:deal|offer|purchase|contract))|accept(?:s|ed) (?:the|their|our) (?:offer|deal|proposal|quote|contract)|signed (?:the|our|their) (?:contract|order|deal|agreement|offer|quote)|(?:bought|purchased) (?:it|the (?:offer|plan|product|package))\b|(?:said|says|gave|gives) (?:a |his |her |their )?(?:clear |final )?yes to (?:the (?:offer|deal|whole)|it)\b|confirm(?:s|ed) the (?:order|purchase)|(?:they|he|she|prospect) (?:are|is) buying|place[ds] (?:an|the|their) order|commit(?:s|ted) to (?:buy|purchas)\w*|decide[ds]? to (?:buy|purchase|go ahead|proceed|sign)|(?:deal|sale|contract) (?:is|was|has been) (?:won|closed|signed|done))\b/;
const refuses =
  /\b(?:(?:decline[ds]?|reject(?:s|ed)|refuse[ds]?|turn(?:s|ed) down) (?:the|their|our) (?:\w+ )?(?:offer|deal|proposal|contract)|decide[ds]? (?:against|not to (?:buy|purchase|go ahead|proceed|sign))|(?:will|would) not (?:buy|purchase|go ahead|proceed|sign)|(?:said|gave|gives) a (?:clear|final|firm) no\b(?! to (?:a|an|one|some)\b)|(?:deal|sale) (?:is|was|has been) (?:lost|off|dead))\b/;
// Of another time, or only in a case: "once they have signed", "did not sign", "what they bought last year".
const unlike =
  /\b(?:not|never|no|if|once|when|whether|before|after|until|unless|would|could|may|might|yet|ago|last|already|previous\w*|current\w*|earlier)\b|n['’]t\b/;

/** Whether a sentence reports a call as sold or refused that is neither, by what both engines make of its end. */
export function tellsOtherOutcome(text: string, outcome: Outcome): boolean {
  const plain = text.toLowerCase();
  return (outcome !== 'won' && claims(buys, plain)) || (outcome !== 'lost' && claims(refuses, plain));
}

const aroundClaim = 40;

function claims(outcome: RegExp, text: string): boolean {
  const found = outcome.exec(text);
  if (found === null) return false;
  const around = text.slice(Math.max(0, found.index - aroundClaim), found.index);
  const behind = text.slice(found.index + found[0].length, found.index + found[0].length + aroundClaim);
  return !unlike.test(around) && !/\b(?:ago|last|earlier|once|if|unless|until|without|while)\b/.test(behind);
}
