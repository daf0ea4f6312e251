import { consumedTopics } from '@ci/contracts';

/**
 * What a service handles has to be what the contracts say it reads: `republish` sends by that list, and would pass over a topic that is
 * missing there. A service that the contracts do not know has nothing sent again to it.
 */
export function assertConsumedTopics(service: string, handled: readonly string[]): void {
  const declared: readonly string[] | undefined = new Map(Object.entries(consumedTopics)).get(service);
  if (declared === undefined) return;
  const missing = handled.filter((topic) => !declared.includes(topic));
  const unhandled = declared.filter((topic) => !handled.includes(topic));
  if (missing.length === 0 && unhandled.length === 0) return;
  throw new Error(
    `${service} does not handle what consumedTopics of @ci/contracts says: missing there ${listed(missing)}, without a handler ${listed(unhandled)}`,
  );
}

function listed(topics: readonly string[]): string {
  return topics.length === 0 ? 'none' : topics.join(', ');
}
