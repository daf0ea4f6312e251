import type { ActHeads } from './acts/heads.ts';
import { understand, type Understanding } from './acts/understanding.ts';
import { coach, scoreOf } from './coaching/coach.ts';
import { findCommitments } from './commitments.ts';
import type { Commitment } from './commitments.ts';
import { findDecisions, settledTerms } from './decisions.ts';
import { quotes, readDialogue } from './dialogue.ts';
import type { Dialogue, Pause, Sentence } from './dialogue.ts';
import { FaithfulnessCheck } from './faithfulness.ts';
import { isOtherLanguage } from './language.ts';
import { findKeyMoments } from './key-moments.ts';
import { isFewLines, mostListed, namesObject, spokenMinutes, weightiest } from './listing.ts';
import type { Findings } from './key-moments.ts';
import { findObjections, sayTheSame } from './objections.ts';
import { findOutcome } from './outcome.ts';
import { nextSteps as nextStepsAmong } from './next-step.ts';
import { knownNames, overviewOptions } from './overview.ts';
import { thresholds } from './moves.ts';
import type { CallReader } from './reading.ts';
import { withoutRepeated } from './same-promise.ts';
import type { SentenceEmbedder } from './sentence-embedder.ts';
import { spansOf } from './spans.ts';
import type { Statement } from './statement.ts';
import { NothingToAnalyse } from './summary-engine.ts';
import type { AnalysedActionItem, AnalysisInput, AnalysisResult, SummaryEngine } from './summary-engine.ts';
import { readsWell } from './well-written.ts';
import { asVerb, withDue } from './wording.ts';

export interface EmbeddedEngineParts {
  readonly embedder: SentenceEmbedder;
  readonly heads: ActHeads;
  readonly reader: CallReader;
  /** Awaited now and then on a long call: pass one that lets the event loop turn (`setImmediate`). */
  readonly pause?: Pause;
}

/** Sentence embeddings and linear heads say what each sentence does, the structure of the dialogue what came of it. No network, no chance. */
export class EmbeddedEngine implements SummaryEngine {
  static readonly version = '3.1.0';
  readonly name = 'embedded';
  readonly version = EmbeddedEngine.version;
  readonly #parts: EmbeddedEngineParts;

  constructor(parts: EmbeddedEngineParts) {
    this.#parts = parts;
  }

  async analyse(input: AnalysisInput): Promise<AnalysisResult> {
    const dialogue = await readDialogue(input.segments, this.#parts.pause);
    if (dialogue.sentences.length === 0) throw new NothingToAnalyse();
    if (isOtherLanguage(dialogue)) return unread(dialogue);
    const understanding = await understand(dialogue, this.#parts);
    const names = Object.values(knownNames(input)).filter((name) => name !== null);
    const check = new FaithfulnessCheck(dialogue.segments, { names });

    const minutes = spokenMinutes(dialogue);
    const commitments = weightiest(
      withoutRepeated(
        findCommitments(understanding, input.startedAt, input.timezone).filter(
          (one) =>
            namesObject(one.description) &&
            (isFewLines(dialogue) || weightOf(one, understanding) >= thresholds.action) &&
            check.holds(asStatement(one)),
        ),
        // Of a few lines nobody is surer of one side.
        isFewLines(dialogue) ? null : (one) => weightOf(one, understanding),
      ),
      mostListed.actions(minutes),
      (one) => weightOf(one, understanding),
    );
    const settled = findDecisions(understanding, commitments, input.startedAt, input.timezone).filter((one) =>
      check.holds(one),
    );
    const objections = findObjections(understanding)
      .filter((one) => check.holds(one.objection))
      .map((one) => (one.response !== null && check.holds(one.response) ? one : { ...one, response: null }));
    const outcome = findOutcome(understanding, commitments, settled);
    const terms = isFewLines(dialogue)
      ? settled.filter(
          ({ bought, text, weight }) =>
            !bought && text !== '' && !text.startsWith('Agreed on ') && weight >= thresholds.decision,
        )
      : settledTerms(understanding).filter(
          (one) => check.holds(one) && !commitments.some(({ description }) => sayTheSame(one.text, description)),
        );
    const bought = settled.filter((one) => one.bought && outcome.outcome === 'won');
    const decisions = weightiest(
      [...terms, ...bought].sort((left, right) => mention(left) - mention(right)),
      mostListed.decisions(minutes),
      ({ weight }) => weight,
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
    const nextSteps = nextStepsOf(findings, nextStepsAmong(dialogue, commitments, leadsOn)).filter((one) =>
      check.holds(one),
    );
    const overview = overviewOptions(dialogue, findings, input, spans, leadsOn).flatMap(
      (options) => options.find((one) => check.holds(one)) ?? [],
    );
    const coaching = coach({
      dialogue,
      isPitch: (sentence) => sentence.words >= 6 && understanding.scoresOf(sentence).pitch >= thresholds.pitch,
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
      overview: overview.map((one) => one.text).join(' '),
      key_moments: keyMoments.map((one) => ({ timestamp_ms: one.at.start_ms, description: one.text })),
      objections: objections.map((one) => ({ objection: one.objection.text, response: one.response?.text ?? null })),
      decisions: decisions.map((one) => one.text),
      next_steps: nextSteps.map((one) => one.text),
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

/** A summary in the wrong language would be guesswork: it says so, and nothing else. */
function unread(dialogue: Dialogue): AnalysisResult {
  const first = quotes(dialogue.sentences.slice(0, 1));
  const coaching = coach({ dialogue, isPitch: () => false, objections: [], nextSteps: [] });
  return {
    overview: 'The call does not seem to be in English. Only English calls are summarised.',
    key_moments: [],
    objections: [],
    decisions: [],
    next_steps: [],
    coaching_score: scoreOf(coaching),
    coaching,
    outcome: 'no_outcome',
    action_items: [],
    evidence: {
      overview: [first, first],
      key_moments: [],
      objections: [],
      responses: [],
      decisions: [],
      next_steps: [],
    },
  };
}

/** What the call leads to, by whom and when; with the appointments, in order of mention. */
function nextStepsOf({ appointments }: Findings, leading: readonly Commitment[]): readonly Statement[] {
  const steps = leading.map(({ description, owner, due, evidence }) => {
    return {
      text: `The ${owner} will ${asVerb(withDue(description, due))}`,
      evidence,
      dates: due === null ? [] : [due],
    };
  });
  return [...steps, ...appointments.filter(({ text }) => tellsAppointment(text))].sort(
    (left, right) => mention(left) - mention(right),
  );
}

/** A day that both settled on, or what they do then: a term is none. */
const tellsAppointment = (text: string): boolean =>
  text !== '' && !/^Agreed on \S+$|^The terms are\b/.test(text) && readsWell(text);

const mention = ({ evidence }: Statement) =>
  evidence.reduce((first, sentence) => Math.min(first, sentence.index), Infinity);
const asStatement = ({ description, evidence }: Commitment): Statement => ({ text: description, evidence });

/** How sure it is that something was promised: by the call around it, and by the words themselves. */
function weightOf({ owner, due, evidence }: Commitment, { scoresOf, reading }: Understanding): number {
  const most = (of: (sentence: Sentence) => number) => Math.max(...evidence.map(of));
  const inWords = most((one) => Math.max(scoresOf(one).commitment, scoresOf(one).request));
  return most(({ segment }) => reading.unit(segment, `action_${owner}`)) + 0.15 * inWords + (due === null ? 0 : 0.05);
}

function asActionItem({ description, owner, due, evidence }: Commitment): AnalysedActionItem {
  return { description, owner, due_date: due, evidence: quotes(evidence) };
}
