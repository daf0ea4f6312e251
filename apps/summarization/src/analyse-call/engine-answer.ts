import type { FallbackReason } from '@ci/contracts';
import type { AnalysisResult } from '../engine/summary-engine.ts';

/** How an attempt to analyse a call ended. `aborted`: not its own doing, nothing is known about the call. */
export type EngineAnswer =
  | {
      readonly kind: 'analysed';
      readonly result: AnalysisResult;
      readonly engine: WritingEngine;
      /** Why another engine wrote it than was asked, for the log. */
      readonly fallback?: string;
    }
  | { readonly kind: 'nothing-to-analyse' }
  /** `final`: another attempt would end the same way. */
  | { readonly kind: 'failed'; readonly problem: string; readonly final?: boolean }
  | { readonly kind: 'aborted' };

/** Who wrote a result. */
export interface WritingEngine {
  readonly name: string;
  readonly version: string;
  /** Only when a language model was asked first. */
  readonly fallback_reason?: FallbackReason;
}

/** Analyses one call at a time, apart from the process that serves requests. Never throws. */
export interface EngineRunner {
  /** `input` is an AnalysisInput as JSON. */
  analyse(input: string, signal: AbortSignal, workspaceId: string): Promise<EngineAnswer>;
  /** What the last call cost, in ms: processor time, and waiting for a language model. */
  spentMs(): number;
  close(): Promise<void>;
}

/** Makes a runner for each slot of the job runner. Injection token. */
export type MakeEngineRunner = () => EngineRunner;
export const MAKE_ENGINE_RUNNER = Symbol('MakeEngineRunner');
