import { setTimeout as delay } from 'node:timers/promises';
import type { LanguageModel, ModelAnswer, ModelRequest, ModelSettings } from './language-model.ts';
import type { RequestLimits } from './llm-config.ts';
import type { AskProvider, PlainRequest, ProviderAnswer } from './provider-model.ts';
import { estimateTokens } from './token-estimate.ts';
import type { Reservation, Wanted } from './token-allowance.ts';

export interface AskingParts {
  readonly ask: AskProvider;
  readonly allowance: {
    reserve(workspaceId: string, wanted: Wanted): Promise<Reservation | undefined>;
    settle(reservation: Reservation, taken: number): Promise<void>;
  };
  readonly settings: ModelSettings;
  readonly limits: RequestLimits;
  /** From 0 to 1: spreads repetitions. */
  readonly random: () => number;
  readonly now: () => number;
}

export interface Analysis {
  readonly workspaceId: string;
  /** The analysis is over or not wanted any more. */
  readonly signal: AbortSignal;
}

/** The language model for one analysis, within its limits of time and tokens. The time starts with the first request. */
export class AskingProvider implements LanguageModel {
  #deadline: number | undefined;

  constructor(
    private readonly parts: AskingParts,
    private readonly analysis: Analysis,
  ) {}

  async complete(request: ModelRequest): Promise<ModelAnswer> {
    this.#deadline ??= this.parts.now() + this.parts.limits.timeoutMs;
    try {
      return await this.#repeatedly(request);
    } catch (error) {
      return { kind: 'failed', reason: 'internal_error', detail: error instanceof Error ? error.name : 'unknown' };
    }
  }

  async #repeatedly(request: ModelRequest): Promise<ModelAnswer> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#once(request);
      if (answer.kind === 'text') return { kind: 'text', text: answer.text };
      const { reason, detail, retryable, retryAfterMs } = answer;
      const given: ModelAnswer = { kind: 'failed', reason, detail: `${detail}, attempt ${String(attempt + 1)}` };
      if (!retryable || attempt >= this.parts.limits.retries) return given;
      const wait = waitBefore(attempt, {
        firstMs: this.parts.limits.retryWaitMs,
        retryAfterMs,
        random: this.parts.random(),
      });
      if (wait >= this.#left()) return given;
      await delay(wait, undefined, { signal: this.analysis.signal });
    }
  }

  async #once(request: ModelRequest): Promise<ProviderAnswer> {
    const left = Math.min(this.#left(), this.parts.limits.requestTimeoutMs);
    if (left <= 0) return timedOut;
    const { allowance, settings, limits } = this.parts;
    const tokens = tokensOf(request) + settings.outputTokens;
    if (tokens > settings.contextTokens) return tooLong;
    const wanted = { tokens, ahead: request.tokensAhead, cap: limits.dailyTokens };
    const reservation = await allowance.reserve(this.analysis.workspaceId, wanted);
    if (reservation === undefined) return capReached;
    const answer = await this.#within(left, request);
    // Where that fails, what was set aside stays counted; the answer is none the worse for it.
    if (answer.tokens !== undefined) await allowance.settle(reservation, answer.tokens).catch(() => undefined);
    return answer;
  }

  /** Rejects when the analysis is over. */
  async #within(ms: number, request: PlainRequest): Promise<ProviderAnswer> {
    const time = AbortSignal.timeout(Math.ceil(ms));
    try {
      return await this.parts.ask(request, AbortSignal.any([time, this.analysis.signal]));
    } catch (error) {
      this.analysis.signal.throwIfAborted();
      if (time.aborted) return timedOut;
      throw error;
    }
  }

  #left(): number {
    return (this.#deadline ?? Infinity) - this.parts.now();
  }
}

const final = { kind: 'failed', retryable: false, retryAfterMs: undefined } as const;
const timedOut: ProviderAnswer = { ...final, reason: 'timed_out', detail: 'out of time', tokens: undefined };
const tooLong: ProviderAnswer = { ...final, reason: 'too_long', detail: 'not asked', tokens: undefined };
const capReached: ProviderAnswer = { ...final, reason: 'daily_cap_reached', detail: 'not asked', tokens: undefined };

export interface Waiting {
  readonly firstMs: number;
  readonly retryAfterMs: number | undefined;
  readonly random: number;
}

/** Doubled each time and spread, so that those who failed together do not come back together; never sooner than the provider asks. */
export function waitBefore(attempt: number, { firstMs, retryAfterMs = 0, random }: Waiting): number {
  return retryAfterMs + firstMs * 2 ** attempt * (0.5 + random / 2);
}

function tokensOf({ system, messages }: PlainRequest): number {
  return messages.reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(system));
}
