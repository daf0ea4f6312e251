import type { FallbackReason } from '@ci/contracts';

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  /** Tokens that the same analysis will still ask for after this: half of a summary is never paid for. */
  readonly tokensAhead: number;
}

export type ModelAnswer =
  | { readonly kind: 'text'; readonly text: string }
  /** `detail` is for the log: a status or a code, never a word of the call or of the answer. */
  | { readonly kind: 'failed'; readonly reason: FallbackReason; readonly detail: string };

/** The narrow door to whatever writes text. Never rejects. */
export interface LanguageModel {
  complete(request: ModelRequest): Promise<ModelAnswer>;
}

/** What the engine has to know about the model. No secret is among it: the engine's process needs none. */
export interface ModelSettings {
  readonly model: string;
  /** All that one request and its answer may hold. */
  readonly contextTokens: number;
  readonly outputTokens: number;
  /** Whether the provider enforces the schema; otherwise the prompt holds it. */
  readonly schemaEnforced: boolean;
}

/** Opens the configured language model. */
export interface LlmAccess {
  readonly settings: ModelSettings;
  /** For one analysis; nothing is asked after `signal`. */
  open(analysis: { readonly workspaceId: string; readonly signal: AbortSignal }): LanguageModel;
}
