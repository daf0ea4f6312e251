import { consumedTopics, dlqTopicOf, publishedTopics, type TopicName } from '@ci/contracts';
import type { DomainError } from '@ci/domain';
import { compileSchema } from '@ci/validation';
import { until } from '@ci/testing';
import type { InnerService } from '@ci/testing/system';
import type { Check } from './check.ts';
import { exampleOf, ofCall, type Contracts, type GoldenExample } from './contracts.ts';
import { newCallId } from './new-call-id.ts';
import { scripts } from './scripts/index.ts';
import type { Consumption } from './scripts/script.ts';
import type { ServiceUnderTest } from './service-under-test.ts';

/** What a service has published, by topic. */
export type Published = Partial<Record<TopicName, { readonly data: unknown; readonly version: number }>>;

/** Makes a service publish one of everything that it publishes, its notice of a parked message too. */
export async function publishAll(service: ServiceUnderTest, contracts: Contracts): Promise<Published> {
  const workspace = service.newWorkspace();
  const keys: Partial<Record<TopicName, string>> = await scripts[service.name].publish(workspace, contracts);
  const notices = dlqTopicOf(service.name);
  const all = { ...keys, ...(notices && { [notices]: await parkOne(service, contracts) }) };
  const published: Published = {};
  for (const [topic, key] of Object.entries(all)) {
    published[topic as TopicName] = await service.published(topic as TopicName, key);
  }
  return published;
}

/** A message without its first field is set aside; gives its id, which is the key of the notice. */
async function parkOne(service: ServiceUnderTest, contracts: Contracts): Promise<string> {
  const example = exampleOf(contracts, consumedTopics[service.name][0]);
  const [first = ''] = Object.keys(example.data);
  const { [first]: _left, ...data } = example.data;
  const { topic, version } = example;
  const sent = await service.newWorkspace().send({ topic, key: newCallId(), version, data });
  const outcome = await service.outcomeOf(sent);
  if (outcome !== 'parked') throw new Error(`${topic} without its ${first} was ${outcome}`);
  return sent.id;
}

/** What libs/contracts says of the events that a service takes and gives. */
export function eventChecks(name: InnerService, { contracts, running, published }: EventsUnderTest): readonly Check[] {
  const consumed: readonly TopicName[] = consumedTopics[name];
  const notices = dlqTopicOf(name);
  const given = [...publishedTopics[name], ...(notices === undefined ? [] : [notices])];
  for (const topic of consumed) exampleOf(contracts, topic);
  return [
    ...contracts.examples
      .filter(({ topic }) => consumed.includes(topic))
      .map((example) => ({
        name: `takes ${example.name}`,
        run: () => assertTakes(running(), example, contracts),
      })),
    ...given.map((topic) => ({
      name: `publishes ${topic} as its contract says`,
      run: async () => assertAsPromised(topic, await published(), contracts),
    })),
  ];
}

export interface EventsUnderTest {
  readonly contracts: Contracts;
  readonly running: () => ServiceUnderTest;
  readonly published: () => Promise<Published>;
}

async function assertTakes(service: ServiceUnderTest, example: GoldenExample, contracts: Contracts): Promise<void> {
  const { before, effect }: Consumption = consumptionOf(service.name, example.topic);
  const workspace = service.newWorkspace();
  const callId = (await before?.(workspace, contracts)) ?? newCallId();
  const { topic, version } = example;
  await workspace.tell({ topic, key: callId, version, data: ofCall(example, callId) });
  if (effect === undefined) return;
  await until(() => effect(workspace, callId), {
    timeoutMs: 90_000,
    intervalMs: 100,
    describe: `the effect of ${example.name} on ${service.name}`,
  });
}

function consumptionOf(service: InnerService, topic: TopicName): Consumption {
  const consumes: Partial<Record<TopicName, Consumption>> = scripts[service].consumes;
  return consumes[topic] ?? {};
}

function assertAsPromised(topic: TopicName, published: Published, contracts: Contracts): void {
  const { version, schema } = contracts.topics[topic];
  const message = published[topic];
  if (message === undefined) throw new Error(`${topic} was not published`);
  if (message.version !== version) throw new Error(`${topic} was published in version ${message.version}`);
  try {
    compileSchema<unknown>(schema)(message.data);
  } catch (error) {
    const { details = [] } = error as DomainError;
    throw new Error(
      `${topic} breaks its contract: ${details.map(({ field, message: why }) => `${field} ${why}`).join('; ')}`,
      {
        cause: error,
      },
    );
  }
}
