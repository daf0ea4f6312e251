import { ApiError } from '@ci/client/browser';
import { retryAfterSeconds } from '../api/retry.ts';
import { isOfAnotherSession } from '../api/session-ended.ts';
import { texts } from '../texts/texts.ts';

const { failures } = texts;

/** What the user reads about something that went wrong. */
export interface Explanation {
  readonly title: string;
  readonly hint: string;
  /** To quote when asking for help. */
  readonly reference?: string | undefined;
  /** The page was built before the server was replaced: only loading it again helps. */
  readonly outdated?: boolean;
}

/** One place decides how failures are put into words. */
export function explain(error: unknown): Explanation {
  if (error instanceof ApiError) return { ...explainAnswer(error), reference: error.requestId };
  if (isMissingChunk(error)) return { ...failures.outdated, outdated: true };
  // fetch rejects with a TypeError when there was no answer at all.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return failures.noAnswer;
  return failures.unknown;
}

function explainAnswer(error: ApiError): Explanation {
  const { status } = error;
  if (status === 401) return { title: failures.signedOut.title, hint: error.message };
  if (isOfAnotherSession(error)) return failures.anotherSession;
  if (status === 403) return failures.forbidden;
  if (status === 404) return failures.gone;
  if (status === 429) return { title: failures.tooMany.title, hint: failures.tooMany.hint(retryAfterSeconds(error)) };
  if (status >= 500) return status === 503 ? failures.away : failures.broken;
  // What the API says about a request is written for its caller.
  return { title: failures.refused, hint: error.message };
}

function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}
