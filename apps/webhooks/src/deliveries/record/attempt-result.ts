/** How one attempt ended. `error` says, to the customer, why it did not count. */
export interface AttemptResult {
  /** null when there was no answer. */
  readonly statusCode: number | null;
  /** null on success. */
  readonly error: string | null;
  /** The first kilobyte of the answer; null when there was none. */
  readonly responseBody: string | null;
  /** The Retry-After header, as it came. */
  readonly retryAfter: string | null;
}
