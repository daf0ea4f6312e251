import { FaithfulnessCheck } from '../engine/faithfulness.ts';
import { knownNames } from '../engine/overview.ts';
import { tellsOtherOutcome } from '../engine/told-outcome.ts';
import type { AnalysedSegment, AnalysisInput, Evidence, Outcome, Speaker } from '../engine/summary-engine.ts';
import type { Draft } from './draft.ts';
import { namesOnlyAddressesSaid } from './addresses.ts';
import { dueDateOf } from './due-phrase.ts';
import { quotedEvidence } from './quoted-evidence.ts';
import { saysOnlyWhatWasSaid } from './spelled-out.ts';

/** A text, the numbers of the segments behind it, in order, and their passages. */
export interface SupportedText {
  readonly text: string;
  readonly ids: readonly number[];
  readonly evidence: readonly Evidence[];
}

export interface SupportedObjection {
  readonly objection: SupportedText;
  readonly response: SupportedText | null;
}

export interface SupportedActionItem {
  readonly item: SupportedText;
  readonly owner: Speaker;
  readonly duePhrase: string | null;
  readonly dueDate: string | null;
}

/** What of a draft the transcript bears out. */
export interface SupportedDraft {
  readonly overview: readonly SupportedText[];
  readonly keyMoments: readonly SupportedText[];
  readonly objections: readonly SupportedObjection[];
  readonly decisions: readonly SupportedText[];
  readonly nextSteps: readonly SupportedText[];
  readonly actionItems: readonly SupportedActionItem[];
  readonly outcome: { readonly value: Outcome; readonly ids: readonly number[] };
}

const longestText = 600;

/** Holds a model's statements against the transcript. What it does not bear out is left out; nothing is repaired. */
export class TranscriptCheck {
  readonly #input: AnalysisInput;
  readonly #segments: readonly AnalysedSegment[];
  readonly #names: readonly string[];
  readonly #faithful: FaithfulnessCheck;
  readonly #ownOutcome: Outcome;

  /** `ownOutcome`: what the embedded engine takes the call for. */
  constructor(input: AnalysisInput, ownOutcome: Outcome) {
    this.#input = input;
    this.#ownOutcome = ownOutcome;
    this.#segments = input.segments;
    this.#names = Object.values(knownNames(input)).filter((name) => name !== null);
    this.#faithful = new FaithfulnessCheck(input.segments, { names: this.#names });
  }

  /** In the order of the draft: the most important first. */
  supported(draft: Draft): SupportedDraft {
    const outcome = this.#outcome(draft.outcome);
    const told = (statements: Draft['decisions']) =>
      this.#texts(statements).filter(({ text }) => !tellsOtherOutcome(text, outcome.value));
    return {
      overview: told(draft.overview),
      keyMoments: told(draft.key_moments),
      objections: draft.objections.flatMap((one) => this.#objection(one)),
      decisions: told(draft.decisions),
      nextSteps: this.#texts(draft.next_steps),
      actionItems: draft.action_items.flatMap((one) => this.#actionItem(one)),
      outcome,
    };
  }

  #texts(statements: Draft['decisions']): SupportedText[] {
    return statements.flatMap(({ text, evidence }) => this.#text(text, evidence) ?? []);
  }

  /** `also`: words that should be in the passages besides those of the text. */
  #text(said: string, cited: readonly number[], also = ''): SupportedText | undefined {
    const text = said.replace(/\s+/gu, ' ').trim();
    if (text === '' || text.length > longestText || unstorable.test(text)) return undefined;
    const ids = [...new Set(cited)]
      .filter((id) => this.#segments[id] !== undefined)
      .sort((left, right) => left - right);
    const evidence = quotedEvidence(this.#at(ids), `${text} ${also}`);
    const holds =
      this.#faithful.covers(text, evidence) &&
      saysOnlyWhatWasSaid(text, evidence, this.#names) &&
      namesOnlyAddressesSaid(text, evidence);
    return holds ? { text, ids, evidence } : undefined;
  }

  /** An objection is the prospect's, its response the rep's, and comes no earlier. */
  #objection({ objection, evidence, response, response_evidence }: Draft['objections'][number]): SupportedObjection[] {
    const raised = this.#text(objection, evidence);
    if (raised === undefined || !this.#speaks('prospect', raised)) return [];
    const answer = response === null ? undefined : this.#text(response, response_evidence);
    const answered =
      answer !== undefined && this.#speaks('rep', answer) && (answer.ids.at(-1) ?? 0) >= (raised.ids[0] ?? 0);
    return [{ objection: raised, response: answered ? answer : null }];
  }

  /** The owner has to have said something about the action item: promised, or agreed when asked. */
  #actionItem({ description, owner, due_phrase, evidence }: Draft['action_items'][number]): SupportedActionItem[] {
    const item = this.#text(description, evidence, due_phrase ?? '');
    if (item === undefined || !this.#speaks(owner, item)) return [];
    const dueDate = dueDateOf(due_phrase, this.#at(item.ids), this.#input);
    return [{ item, owner, duePhrase: dueDate === null ? null : due_phrase, dueDate }];
  }

  /** Won and lost are the prospect's to say, in words that the embedded engine takes for that, too. */
  #outcome({ value, evidence }: Draft['outcome']): SupportedDraft['outcome'] {
    const ids = evidence.filter((id) => this.#segments[id] !== undefined);
    if (value !== 'won' && value !== 'lost') return { value, ids };
    if (!this.#at(ids).some(({ speaker }) => speaker === 'prospect')) return { value: 'no_outcome', ids: [] };
    return { value: value === this.#ownOutcome ? value : 'follow_up', ids };
  }

  #speaks(side: Speaker, { ids }: SupportedText): boolean {
    return this.#at(ids).some(({ speaker }) => speaker === side);
  }

  #at(ids: readonly number[]): readonly AnalysedSegment[] {
    return ids.flatMap((id) => this.#segments[id] ?? []);
  }
}

/** NUL and half characters: Postgres refuses them, and no speaker said them. */
const unstorable = /[\0\uFFFE\uFFFF]|\p{Surrogate}/u;
