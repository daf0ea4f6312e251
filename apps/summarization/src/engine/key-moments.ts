import type { Commitment } from './commitments.ts';
import type { Decision } from './decisions.ts';
import type { Dialogue, Sentence } from './dialogue.ts';
import type { RaisedObjection } from './objections.ts';
import { spokenMinutes } from './listing.ts';
import type { FoundOutcome } from './outcome.ts';
import type { Statement } from './statement.ts';
import { asVerb, decapitalised, nameOfSide, quoted, reported, sentenceCase, withoutFillers } from './wording.ts';

export interface Findings {
  readonly commitments: readonly Commitment[];
  readonly objections: readonly RaisedObjection[];
  readonly decisions: readonly Decision[];
  /** Times that both settled on; those with an object are decisions, too. */
  readonly appointments: readonly Decision[];
  readonly outcome: FoundOutcome;
}

interface Candidate extends Statement {
  readonly at: Sentence;
  readonly weight: number;
}

const most = 8;
const mostOnLongCall = 10;
const least = 3;
/** How much each further one of a kind counts less, so that a long call's first objections do not fill the list. */
const furtherOne = 0.6;
const mostOfOneSort = 2;

/** The places a reader would jump to, in order of time: at most eight, one for each segment. */
export function findKeyMoments(dialogue: Dialogue, findings: Findings): readonly Candidate[] {
  const chosen = new Map<string, Candidate>();
  const take = (candidates: readonly Candidate[], limit: number) => {
    for (const candidate of [...candidates].sort(
      (left, right) => right.weight - left.weight || left.at.index - right.at.index,
    )) {
      const place = `${candidate.at.start_ms}-${candidate.at.end_ms}`;
      if (chosen.size < limit && !chosen.has(place)) chosen.set(place, candidate);
    }
  };
  take([...fromFindings(findings), ...fromTalk(dialogue)], spokenMinutes(dialogue) < 20 ? most : mostOnLongCall);
  if (chosen.size < least) take(longestStatements(dialogue), least);
  return [...chosen.values()].sort(
    (left, right) => left.at.start_ms - right.at.start_ms || left.at.index - right.at.index,
  );
}

function fromFindings({ commitments, objections, decisions, outcome }: Findings): readonly Candidate[] {
  const [decisive] = outcome.evidence;
  const verdict =
    decisive !== undefined && (outcome.outcome === 'won' || outcome.outcome === 'lost')
      ? [moment(decisive, outcome.outcome === 'won' ? 'The prospect agrees to go ahead.' : 'The prospect declines.', 6)]
      : [];
  return [
    ...verdict,
    ...objections.flatMap(({ objection }, rank) =>
      objection.evidence.slice(0, 1).map((at) => moment(at, `Objection: ${objection.text}`, 5 - furtherOne * rank)),
    ),
    ...decisions.flatMap((decision, rank) => {
      const at = decision.evidence.at(-1);
      return at === undefined
        ? []
        : [
            {
              ...moment(at, sentenceCase(`Decision: ${decapitalised(decision.text)}`), 4 - furtherOne * rank),
              evidence: decision.evidence,
            },
          ];
    }),
    ...commitments.toReversed().flatMap(({ description, owner, evidence }, rank) => {
      const at = [...evidence].sort((left, right) => left.index - right.index)[0];
      return at === undefined
        ? []
        : [{ ...moment(at, `The ${owner} will ${asVerb(description)}.`, 2 - furtherOne * rank), evidence }];
    }),
  ];
}

const pain =
  /\b(?:struggl\w+|problem|pain\w*|frustrat\w+|stuck|drowning|losing|waste|wasting|too (?:slow|late|long)|manual(?:ly)?|getting worse|depressing|disaster|nightmare|behind|stall\w*|slipping|broken|breaks|missed|hard to|can't keep up|no visibility|bottleneck|crept up|used to be|complain\w*)\b/;
const sum = /[$€£]\s?\d|\b\d[\d,.]*\s?(?:k|thousand|dollars|euros|pounds)\b/;
const price =
  /\b(?:price|pricing|cost|costs|fees?|quote|invest\w*|annually|pilot is|(?:per|a|each) (?:month|quarter|year|seat|user|unit|licen[cs]e))\b/;

function fromTalk({ sentences }: Dialogue): readonly Candidate[] {
  const prices = sentences.filter(
    (one) => one.speaker === 'rep' && sum.test(one.text) && price.test(one.text) && !/\brevenue\b/.test(one.text),
  );
  const pains = sentences.filter(
    (one) => one.speaker === 'prospect' && !one.question && one.words > 5 && pain.test(one.text),
  );
  return [
    ...prices
      .slice(0, mostOfOneSort)
      .map((one) => moment(one, `The rep talks about the price: ${quoted(withoutFillers(one.raw))}`, 3)),
    ...pains.slice(0, mostOfOneSort).map((one) => moment(one, says(one), 3)),
  ];
}

function longestStatements({ sentences }: Dialogue): readonly Candidate[] {
  const longest = sentences.reduce<readonly Sentence[]>((best, one) => {
    if (one.words < 3 || one.words <= (best[2]?.words ?? 0)) return best;
    return [...best, one].sort((left, right) => right.words - left.words || left.index - right.index).slice(0, least);
  }, []);
  return (longest.length > 0 ? longest : sentences.slice(0, 1)).map((one) => moment(one, says(one), 1));
}

function says(sentence: Sentence): string {
  const text = sentence.speaker === 'prospect' && sentence.words > 3 ? reported(sentence.raw, 'prospect') : null;
  if (text !== null) return `The prospect says: ${sentenceCase(decapitalised(text))}`;
  return `${nameOfSide(sentence.speaker).replace('t', 'T')} ${sentence.question ? 'asks' : 'says'}: ${quoted(withoutFillers(sentence.raw))}`;
}

function moment(at: Sentence, text: string, weight: number): Candidate {
  return { at, text, evidence: [at], weight };
}
