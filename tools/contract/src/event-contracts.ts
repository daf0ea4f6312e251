import { consumedTopics, eventContracts, type TopicName } from '@ci/contracts';
import { compileSchema } from '@ci/platform';
import { goldenExamples } from './golden-examples.ts';
import { currentVersion, type ServiceUnderTest } from './service-under-test.ts';

/** Tests of what a service consumes, for a suite: each golden example is handled, what breaks its contract is parked. */
export function consumptionTests(
  service: keyof typeof consumedTopics,
  running: () => ServiceUnderTest,
): [name: string, test: () => Promise<void>][] {
  return consumedTopics[service].flatMap((topic) => {
    const examples = goldenExamples(topic);
    if (examples.length === 0) throw new Error(`there is no golden example of ${topic}`);
    return [
      ...examples.map(({ name, version, data }): [string, () => Promise<void>] => [
        `takes ${name}`,
        async () => {
          // Later ones of the same call would only be known already, or come after its end.
          const key = `call_contract_${name}`;
          const sent = await running().send(topic, key, renamed(data, key), version);
          assertOutcome(await running().outcomeOf(sent), 'handled', name);
        },
      ]),
      ...examples.map(({ name, version, data }): [string, () => Promise<void>] => [
        `parks ${name} without its first field`,
        async () => {
          const key = `call_broken_${name}`;
          const [[first] = []] = Object.entries(data);
          const { [first ?? '']: _left, ...broken } = renamed(data, key);
          assertOutcome(await running().outcomeOf(await running().send(topic, key, broken, version)), 'parked', name);
        },
      ]),
    ];
  });
}

/** Throws unless a service has published this, about this key, as the contract of its topic says today. */
export async function assertPublishes(service: ServiceUnderTest, topic: TopicName, key: string): Promise<unknown> {
  const { data, version } = await service.published(topic, key);
  if (version !== currentVersion(topic)) throw new Error(`${topic} was published in version ${version}`);
  compileSchema<unknown>({ ...eventContracts[topic].schema })(data);
  return data;
}

function assertOutcome(actual: string, expected: string, name: string): void {
  if (actual !== expected) throw new Error(`${name} was ${actual}, and should be ${expected}`);
}

/** The same of another call. */
function renamed(data: Record<string, unknown>, id: string): Record<string, unknown> {
  if ('call_id' in data) return { ...data, call_id: id };
  return { ...data, call: { ...(data['call'] as object), id } };
}
