import { ApiError } from '@ci/client/browser';

/**
 * What the service says about single fields of what was sent, for `form.setErrors`. Empty when it was about something else, which `FailureAlert`
 * then says.
 */
export function fieldFailures(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.status !== 400) return {};
  return Object.fromEntries(error.details.map(({ field, message }) => [field, sentence(message)]));
}

/** `must have at least 12 characters` is a part of a sentence, whose subject is the field that it is shown below. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}
