import { eventContracts, type TopicName } from '@ci/contracts';
import { compileSchema } from '@ci/validation';

/** Returns the data as it is, or throws what is wrong with it. */
export type Validate = (data: unknown) => unknown;

const compiled = new Map<string, Validate>();

/** Whether the topic is one of the declared ones. */
export function isTopic(topic: string): topic is TopicName {
  return Object.hasOwn(eventContracts, topic);
}

/** The check of a topic's data, compiled at its first use. */
export function validatorOf(topic: TopicName): Validate {
  const known = compiled.get(topic);
  if (known) return known;
  const validate = compileSchema<unknown>({ ...eventContracts[topic].schema });
  compiled.set(topic, validate);
  return validate;
}

/** The version under which a topic is published now. */
export function versionOf(topic: TopicName): number {
  return eventContracts[topic].version;
}
