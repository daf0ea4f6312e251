import type { FallbackReason } from '@ci/contracts';
import { readDraft } from './draft.ts';
import type { LanguageModel, ModelMessage } from './language-model.ts';
import { repairMessage } from './prompt.ts';
import type { SupportedDraft, TranscriptCheck } from './supported.ts';

/** The model's summary cannot be used, for good. Carries no word of the call. */
export class FellBack extends Error {
  readonly reason: FallbackReason;
  readonly detail: string;

  constructor(reason: FallbackReason, detail: string) {
    super(`the language model wrote no summary: ${reason}`);
    this.name = 'FellBack';
    this.reason = reason;
    this.detail = detail;
  }
}

export interface DraftQuestion {
  readonly system: string;
  readonly text: string;
  readonly tokensAhead: number;
  readonly check: TranscriptCheck;
  /** Whether the answer is the summary, and not one of a part of the call. */
  readonly final: boolean;
}

/** One question, and one more when the answer cannot be used. */
export async function askForDraft(model: LanguageModel, question: DraftQuestion): Promise<SupportedDraft> {
  const { system, text, tokensAhead } = question;
  const asked: ModelMessage = { role: 'user', text };
  const answer = await complete([asked]);
  const first = judged(answer, question);
  if (first.kind === 'usable') return first.draft;
  const repaired = await complete([
    asked,
    { role: 'assistant', text: answer.trim() === '' ? '(no text)' : answer },
    { role: 'user', text: repairMessage(first.problems) },
  ]);
  const second = judged(repaired, question);
  if (second.kind === 'usable') return second.draft;
  throw new FellBack(second.reason, 'also after it was told what is wrong');

  async function complete(messages: readonly ModelMessage[]): Promise<string> {
    const given = await model.complete({ system, messages, tokensAhead });
    if (given.kind === 'failed') throw new FellBack(given.reason, given.detail);
    return given.text;
  }
}

type Judged =
  | { readonly kind: 'usable'; readonly draft: SupportedDraft }
  | { readonly kind: 'unusable'; readonly reason: FallbackReason; readonly problems: readonly string[] };

/** Single statements that the transcript does not bear out are dropped silently; without an overview there is no summary. */
function judged(answer: string, { check, final }: DraftQuestion): Judged {
  const read = readDraft(answer);
  if (read.kind === 'invalid') return { kind: 'unusable', reason: 'invalid_answer', problems: read.problems };
  const draft = check.supported(read.draft);
  if (!final || draft.overview.length >= fewestSentences) return { kind: 'usable', draft };
  const problems = [
    `/overview: ${String(draft.overview.length)} of ${String(read.draft.overview.length)} sentences are borne out by the segments they cite, and at least ${String(fewestSentences)} must be. Each number, sum, day and name in a sentence has to stand in the segments it cites, written in the same way, and none may tell the call as bought or refused that is neither.`,
  ];
  return { kind: 'unusable', reason: 'unsupported_answer', problems };
}

const fewestSentences = 2;
