import type { Dialogue, Sentence } from './dialogue.ts';
import type { Findings } from './key-moments.ts';
import type { Statement } from './statement.ts';
import type { AnalysisInput } from './summary-engine.ts';
import { topicsOf } from './topics.ts';
import { asVerb, decapitalised, listed, sentenceCase, withDue } from './wording.ts';

/** For each sentence of the overview what could stand there, the best first and a plain one last. */
export function overviewOptions(
  dialogue: Dialogue,
  findings: Findings,
  input: AnalysisInput,
): readonly (readonly Statement[])[] {
  return [
    contextOptions(dialogue, input),
    objectionOptions(findings),
    agreementOptions(findings),
    endOptions(findings),
  ];
}

/** Names from the call's record that a text may use. A name with digits would look like a number that nobody said. */
export function knownNames({ rep, prospect }: AnalysisInput): {
  rep: string | null;
  prospect: string | null;
  company: string | null;
} {
  const usable = (name: string | null) =>
    name !== null && /^[\p{L}][\p{L} '’&-]{0,59}$/u.test(name.trim()) ? name.trim() : null;
  return { rep: usable(rep.name), prospect: usable(prospect.name), company: usable(prospect.company) };
}

function contextOptions(dialogue: Dialogue, input: AnalysisInput): readonly Statement[] {
  const names = knownNames(input);
  const rep = names.rep ?? 'the rep';
  const prospect = `${names.prospect ?? 'the prospect'}${names.company === null ? '' : ` of ${names.company}`}`;
  const sides = new Set(dialogue.sentences.map((sentence) => sentence.speaker));
  const first = dialogue.sentences[0] as Sentence;
  const topics = topicsOf(dialogue);
  const about = listed(topics.map((topic) => topic.name));
  const evidence = topics.map((topic) => topic.evidence);
  if (sides.size === 2) {
    const withTopics = { text: sentenceCase(`${rep} and ${prospect} talked about ${about}`), evidence };
    return [
      ...(topics.length > 0 ? [withTopics] : []),
      { text: sentenceCase(`${rep} and ${prospect} spoke`), evidence: [first] },
      { text: 'The rep and the prospect spoke.', evidence: [first] },
    ];
  }
  const speaker = sides.has('rep') ? rep : prospect;
  const alone = { text: sentenceCase(`only ${speaker} speaks, about ${about}`), evidence };
  return [
    ...(topics.length > 0 ? [alone] : []),
    { text: sentenceCase(`only ${speaker} speaks in this recording`), evidence: [first] },
    { text: 'Only one side speaks in this recording.', evidence: [first] },
  ];
}

function objectionOptions({ objections }: Findings): readonly Statement[] {
  if (objections.length === 0) return [];
  const labels = listed([...new Set(objections.map((objection) => objection.label))].slice(0, 3));
  const unanswered = objections.filter((objection) => objection.response === null);
  const evidence = objections.slice(0, 3).flatMap((objection) => objection.objection.evidence.slice(0, 1));
  const answers = objections.slice(0, 3).flatMap((objection) => objection.response?.evidence.slice(0, 1) ?? []);
  const rest =
    unanswered.length === 0
      ? ', which the rep answered'
      : unanswered.length === objections.length
        ? ', which the rep left unanswered'
        : `; ${listed([...new Set(unanswered.map(({ label }) => label))].slice(0, 3))} stayed unanswered`;
  const bare = `The prospect raised doubts about ${labels}`;
  return [
    { text: `${bare}${rest}.`, evidence: [...evidence, ...answers] },
    { text: `${bare}.`, evidence },
  ];
}

function agreementOptions({ decisions, commitments, outcome }: Findings): readonly Statement[] {
  const others = decisions.filter((decision) => !decision.text.startsWith('The prospect')).slice(0, 2);
  if (others.length > 0 && outcome.outcome !== 'lost') {
    const texts = others.map(({ text }) =>
      /^agreed\b/i.test(text) ? decapitalised(text.replace(/^agreed(?: on|:) /i, '')) : asVerb(text),
    );
    const deeds = others.every((decision) => !/^agreed\b/i.test(decision.text));
    return [
      {
        text: `They ${deeds ? 'agreed to' : 'settled on this:'} ${listed(texts)}.`,
        evidence: others.flatMap((decision) => decision.evidence),
      },
    ];
  }
  const first = commitments.find((one) => one.due !== null) ?? commitments[0];
  if (first === undefined || outcome.outcome !== 'won') return [];
  return [{ text: `The ${first.owner} will ${asVerb(first.description)}.`, evidence: first.evidence }];
}

function endOptions({ outcome, commitments }: Findings): readonly Statement[] {
  const step = commitments.at(-1);
  if (outcome.outcome === 'won') return [{ text: 'The prospect agreed to go ahead.', evidence: outcome.evidence }];
  if (outcome.outcome === 'lost') return [{ text: 'The prospect declined.', evidence: outcome.evidence }];
  if (step === undefined) {
    const text =
      outcome.outcome === 'follow_up'
        ? 'The call ended open, with a next conversation agreed.'
        : 'No next step was agreed.';
    return [{ text, evidence: outcome.evidence }];
  }
  const dates = step.due === null ? [] : [step.due];
  const text = `The call ended open: the ${step.owner} will ${asVerb(withDue(step.description, step.due))}.`;
  return [
    { text, evidence: step.evidence, dates },
    { text: 'The call ended open, with a next step.', evidence: step.evidence },
  ];
}
