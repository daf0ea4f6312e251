import { errorStatuses } from '@ci/contracts';
import type { Attempt, Outcome } from './exchange.ts';
import type { RawAnswer } from './read-answers.ts';

/** What is wrong with how the system took an attempt; undefined when it refused it as it should. */
export function problemWith({ answers: wanted = 1, mayClose = false }: Attempt, outcome: Outcome): string | undefined {
  const failed = outcome.answers.find(({ status }) => status >= 500);
  if (failed !== undefined) return `answered ${failed.status}: ${shown(failed.body)}`;
  const last = outcome.answers.at(-1);
  if (last === undefined || outcome.answers.length < wanted) {
    if (!outcome.closed) return `no answer in time (${outcome.answers.length} of ${wanted})`;
    return mayClose ? undefined : `closed without an answer (${outcome.answers.length} of ${wanted})`;
  }
  if (last.status < 400) return `was not refused, but answered ${last.status}: ${shown(last.body)}`;
  return shapeProblem(last);
}

/** Whether an answer is an error in the one shape that the API has. */
function shapeProblem({ status, headers, body }: RawAnswer): string | undefined {
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return `${status} of another type: ${shown(body)}`;
  const error = errorIn(body);
  if (error === undefined) return `${status} in another shape: ${shown(body)}`;
  const expected = (errorStatuses as Readonly<Record<string, number>>)[String(error['code'])];
  if (expected !== status) return `${status} with the code ${String(error['code'])}`;
  if (typeof error['message'] !== 'string' || error['message'] === '') return `${status} without a message`;
  if (error['request_id'] !== headers.get('x-request-id')) return `${status} with the id of another request`;
  return undefined;
}

function errorIn(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed = JSON.parse(body) as { readonly error?: unknown } | null;
    if (typeof parsed?.error !== 'object' || parsed.error === null) return undefined;
    return Object.keys(parsed).length === 1 ? (parsed.error as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function shown(body: string): string {
  return body.length > 300 ? `${body.slice(0, 300)}…` : body;
}
