import { APICallError } from '@ai-sdk/provider';
import type { FallbackReason } from '@ci/contracts';

export interface ProviderFailure {
  readonly reason: FallbackReason;
  /** For the log. An error of the library holds the transcript and the answer: only its status and code are kept. */
  readonly detail: string;
  readonly retryable: boolean;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** What it took; undefined when that is unknown. */
  readonly tokens: number | undefined;
}

/** What a failed request means. */
export function failureOf(error: unknown, now: Date): ProviderFailure {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === undefined || status < 400) return brokenOff(error, status);
  const detail = `HTTP ${String(status)}`;
  const retryAfterMs = APICallError.isInstance(error) ? waitOf(error.responseHeaders ?? {}, now) : undefined;
  // A provider charges nothing for a request that it refuses.
  const refused = { detail, retryAfterMs, tokens: 0 };
  if (status === 429) return { ...refused, reason: 'rate_limited', retryable: true };
  if (status >= 500 || status === 408) return { ...refused, reason: 'provider_unavailable', retryable: true };
  return { ...refused, reason: 'provider_rejected', retryable: false };
}

/** No answer, half of one, or one that is not of the protocol. Whether it was charged for is unknown. */
function brokenOff(error: unknown, status: number | undefined): ProviderFailure {
  const detail =
    status === undefined ? `no answer (${codeOf(error)})` : 'the answer broke off or is not of the protocol';
  return { reason: 'provider_unavailable', detail, retryable: true, retryAfterMs: undefined, tokens: undefined };
}

function waitOf(headers: Readonly<Record<string, string>>, now: Date): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const until = Date.parse(value);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}

/** The first code down the causes: `ECONNREFUSED`, `ENOTFOUND`. Never a message. */
function codeOf(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const { code } = current as { readonly code?: unknown };
    if (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code)) return code;
  }
  return error instanceof Error ? error.name : 'unknown';
}
