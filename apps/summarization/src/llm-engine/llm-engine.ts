import { readDialogue } from '../engine/dialogue.ts';
import { spokenMinutes } from '../engine/listing.ts';
import type { AnalysisInput, AnalysisResult, Outcome, SummaryEngine } from '../engine/summary-engine.ts';
import { asDraft, asResult } from './as-result.ts';
import { askForDraft, FellBack } from './draft-request.ts';
import type { LanguageModel, ModelSettings } from './language-model.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { boundaryFor, dataTokens, instructions, mergeMessage, transcriptMessage } from './prompt.ts';
import { TranscriptCheck, type SupportedDraft } from './supported.ts';
import { estimateTokens } from './token-estimate.ts';
import { numberSegments, partsOf } from './transcript-parts.ts';

export interface LlmEngineParts {
  readonly embedded: SummaryEngine;
  readonly model: LanguageModel;
  readonly settings: ModelSettings;
  /** Random, and new for each analysis: marks where the transcript begins and ends. */
  readonly newNonce: () => string;
}

/**
 * A language model writes the texts; code decides what of them was said. Score and criteria are always the embedded engine's, and so is all of
 * the summary when the model fails in any way.
 */
export class LlmEngine implements SummaryEngine {
  readonly name = 'llm';
  readonly version: string;
  readonly #parts: LlmEngineParts;

  constructor(parts: LlmEngineParts) {
    this.#parts = parts;
    this.version = `1.1.0+${parts.settings.model}`;
  }

  async analyse(input: AnalysisInput): Promise<AnalysisResult> {
    const { embedded } = this.#parts;
    const base = await embedded.analyse(input);
    const minutes = spokenMinutes(await readDialogue(input.segments));
    try {
      return asResult(await this.#read(input, base.outcome, minutes), { segments: input.segments, minutes }, base);
    } catch (error) {
      if (!(error instanceof FellBack)) throw error;
      const { name, version } = embedded;
      return { ...base, fallen_back: { engine: { name, version }, reason: error.reason, detail: error.detail } };
    }
  }

  /** The whole call in one request if it fits, else part by part, and the parts made one. */
  async #read(input: AnalysisInput, ownOutcome: Outcome, minutes: number): Promise<SupportedDraft> {
    const { model, settings, newNonce } = this.#parts;
    const system = instructions(settings);
    const limit = dataTokens(settings, system);
    const boundary = boundaryFor(JSON.stringify(input), newNonce());
    const check = new TranscriptCheck(input, ownOutcome);
    const parts = partsOf(numberSegments(input.segments), limit);
    const texts = parts.map((segments, index) =>
      transcriptMessage(input, { segments, number: index + 1, of: parts.length, minutes }, boundary),
    );
    const costs = texts.map((text) => estimateTokens(system + text) + settings.outputTokens);
    const found: SupportedDraft[] = [];
    for (const [index, text] of texts.entries()) {
      const tokensAhead = costs.slice(index + 1).reduce((sum, tokens) => sum + tokens, 0);
      found.push(await askForDraft(model, { system, text, tokensAhead, check, final: parts.length === 1 }));
    }
    return mergeDrafts(found, limit, (drafts, final) => {
      const text = mergeMessage(input, { drafts: drafts.map(asDraft), minutes }, boundary);
      return askForDraft(model, { system, text, tokensAhead: 0, check, final });
    });
  }
}
