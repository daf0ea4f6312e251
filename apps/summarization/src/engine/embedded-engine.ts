import type { ActHeads } from './acts/heads.ts';
import { understand, type Understanding } from './acts/understanding.ts';
import { coach, scoreOf } from './coaching/coach.ts';
import { findCommitments } from './commitments.ts';
import type { Commitment } from './commitments.ts';
import { findDecisions, settledTerms } from './decisions.ts';
import { quotes, readDialogue } from './dialogue.ts';
import type { Pause, Sentence } from './dialogue.ts';
import { FaithfulnessCheck } from './faithfulness.ts';
import { withoutInsideTalk } from './inside-talk.ts';
import { languagesOf } from './language.ts';
import { findKeyMoments } from './key-moments.ts';
import { listedActions, listedDecisions, listedObjections, nextStepsOf } from './listed.ts';
import { isFewLines, namesObject, spokenMinutes } from './listing.ts';
import type { Findings } from './key-moments.ts';
import { findObjections } from './objections.ts';
import { findOutcome } from './outcome.ts';
import { nextSteps as nextStepsAmong } from './next-step.ts';
import { knownNames, overviewOptions } from './overview.ts';
import { thresholds } from './moves.ts';
import type { CallReader } from './reading.ts';
import { withoutRepeated } from './same-promise.ts';
import type { SentenceEmbedder } from './sentence-embedder.ts';
import { asStatement, placed, stepsIn } from './found-entries.ts';
import { spansOf } from './spans.ts';
import type { Statement } from './statement.ts';
import { notRead, unread, withoutEnd } from './unread.ts';
import { NothingToAnalyse } from './summary-engine.ts';
import type { AnalysedActionItem, AnalysisInput, AnalysisResult, SummaryEngine } from './summary-engine.ts';
import { topicsOf } from './topics.ts';
import { withCapitals } from './wording.ts';

export interface EmbeddedEngineParts {
  readonly embedder: SentenceEmbedder;
  readonly heads: ActHeads;
  readonly reader: CallReader;
  /** Awaited now and then on a long call: pass one that lets the event loop turn (`setImmediate`). */
  readonly pause?: Pause;
}

/** Sentence embeddings and linear heads say what each sentence does, the structure of the dialogue what came of it. No network, no chance. */
export class EmbeddedEngine implements SummaryEngine {
  static readonly version = '3.3.2';
  readonly name = 'embedded';
  readonly version = EmbeddedEngine.version;
  readonly #parts: EmbeddedEngineParts;

  constructor(parts: EmbeddedEngineParts) {
    this.#parts = parts;
  }

  async analyse(input: AnalysisInput): Promise<AnalysisResult> {
    const whole = await readDialogue(input.segments, this.#parts.pause);
    if (whole.sentences.length === 0) throw new NothingToAnalyse();
    const languages = languagesOf(whole.segments);
    if (languages.other) return unread(whole);
    const heard = withoutInsideTalk(whole.segments.filter((_, place) => !languages.unread.has(place)));
    const dialogue = heard.length === whole.segments.length ? whole : await readDialogue(heard, this.#parts.pause);
    const understanding = await understand(dialogue, this.#parts);
    const names = Object.values(knownNames(input)).filter((name) => name !== null);
    const check = new FaithfulnessCheck(dialogue.segments, { names });

    const minutes = spokenMinutes(dialogue);
    const entry = (one: Statement, weight: number) => placed(one, weight, dialogue);
    const sure = (one: Commitment) => weightOf(one, understanding);
    const promised = findCommitments(understanding, input.startedAt, input.timezone).filter(
      (one) =>
        namesObject(one.description) &&
        (isFewLines(dialogue) || sure(one) >= thresholds.action) &&
        check.holds(asStatement(one)),
    );
    // In a few lines neither side is surer.
    const made = listedActions(
      withoutRepeated(promised, isFewLines(dialogue) ? null : sure).map((one) => ({
        ...one,
        ...entry(asStatement(one), sure(one)),
      })),
      minutes,
    );
    const settled = findDecisions(understanding, made, input.startedAt, input.timezone).filter((one) =>
      check.holds(one),
    );
    const objections = listedObjections(
      findObjections(understanding)
        .filter((one) => check.holds(one.objection))
        .map((one) => (one.response !== null && check.holds(one.response) ? one : { ...one, response: null }))
        .map((one) => ({ ...one, ...entry(one.objection, one.weight) })),
      minutes,
    );
    const found = findOutcome(understanding, made, settled);
    const outcome = languages.unread.has(whole.segments.length - 1) ? withoutEnd(found) : found;
    const commitments = outcome.outcome === 'lost' ? made.filter(({ description }) => !ofSale.test(description)) : made;
    const terms = isFewLines(dialogue)
      ? settled.filter(
          ({ bought, text, weight }) =>
            !bought && text !== '' && !text.startsWith('Agreed on ') && weight >= thresholds.decision,
        )
      : settledTerms(understanding).filter((one) => one.weight >= thresholds.term && check.holds(one));
    const bought = settled.filter((one) => one.bought && outcome.outcome === 'won');
    const decisions = listedDecisions(
      [...terms, ...bought].map((one) => ({ ...one, ...entry(one, one.weight) })),
      isFewLines(dialogue) ? [] : commitments,
      minutes,
    );
    const appointments = settled.filter((one) => one.appointment);
    const findings: Findings = { commitments, objections, decisions, appointments, outcome };

    const spans = spansOf(understanding.reading, dialogue.sentences);
    const keyMoments = findKeyMoments(dialogue, findings, {
      names,
      spans,
      likely: ({ segment }) => understanding.reading.unit(segment, 'moment'),
    }).filter((one) => check.holds(one));
    const leadsOn = ({ segment }: Sentence) => understanding.reading.unit(segment, 'next_step');
    const leading = { ...findings, commitments: nextStepsAmong(dialogue, commitments, leadsOn) };
    const nextSteps = nextStepsOf(
      stepsIn(leading).flatMap((one) => (check.holds(one) ? [{ ...one, ...entry(one, one.dated ? 1 : 0) }] : [])),
      minutes,
    );
    const topics = topicsOf(dialogue, understanding.reading, names, input.title);
    const told = overviewOptions(dialogue, findings, input, spans, topics, leadsOn).flatMap(
      (options) => options.find((one) => check.holds(one)) ?? [],
    );
    const skipped = whole.sentences.find(({ segment }) => languages.unread.has(segment));
    const overview = skipped === undefined ? told : [...told.slice(0, mostSentences - 1), notRead(skipped)];
    const coaching = coach({
      dialogue,
      isPitch: (sentence) => sentence.words >= 6 && understanding.scoresOf(sentence).pitch >= thresholds.pitch,
      likely: (segment, kind) => understanding.reading.unit(segment, kind),
      objections: objections.map(({ objection, response }) => ({
        places: objection.evidence,
        answer: response?.evidence ?? null,
      })),
      nextSteps: [
        ...commitments.map(({ due, evidence }) => ({ dated: due !== null, evidence })),
        ...appointments.map(({ evidence }) => ({ dated: true, evidence })),
      ],
    });
    return {
      overview: overview.map(textOf).join(' '),
      key_moments: keyMoments.map((one) => ({ timestamp_ms: one.at.start_ms, description: textOf(one) })),
      objections: objections.map(({ objection, response }) => ({
        objection: textOf(objection),
        response: response === null ? null : textOf(response),
      })),
      decisions: decisions.map(textOf),
      next_steps: nextSteps.map(textOf),
      coaching_score: scoreOf(coaching),
      coaching,
      outcome: outcome.outcome,
      action_items: commitments.map(asActionItem),
      evidence: {
        overview: overview.map((one) => quotes(one.evidence)),
        key_moments: keyMoments.map((one) => quotes(one.evidence)),
        objections: objections.map((one) => quotes(one.objection.evidence)),
        responses: objections.map((one) => quotes(one.response?.evidence ?? [])),
        decisions: decisions.map((one) => quotes(one.evidence)),
        next_steps: nextSteps.map((one) => quotes(one.evidence)),
      },
    };
  }
}

const mostSentences = 4;
// What is not done once the offer is declined.
const ofSale =
  /^(?:Send|Sign|Prepare|Draw up|Draft|Pay)\b.*\b(?:agreement|contract|order|order form|deposit|invoice)\b/;
const textOf = ({ text }: { readonly text: string }): string => withCapitals(text);

/** How sure it is that something was promised: by the call around it, and by the words themselves. */
function weightOf({ owner, due, evidence }: Commitment, { scoresOf, reading }: Understanding): number {
  const most = (of: (sentence: Sentence) => number) => Math.max(...evidence.map(of));
  const inWords = most((one) => Math.max(scoresOf(one).commitment, scoresOf(one).request));
  return most(({ segment }) => reading.unit(segment, `action_${owner}`)) + 0.15 * inWords + (due === null ? 0 : 0.05);
}

function asActionItem({ description, owner, due, evidence }: Commitment): AnalysedActionItem {
  return { description: withCapitals(description), owner, due_date: due, evidence: quotes(evidence) };
}
