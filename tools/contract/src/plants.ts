import type { InnerService, ServiceName } from '@ci/testing/system';
import type { Contracts } from './contracts.ts';

/** A mistake in a contract, as a person could make it. */
export interface Plant {
  readonly name: string;
  /** The only services that find it, each with the test that reports it. */
  readonly foundBy: Readonly<Partial<Record<ServiceName, string>>>;
  readonly plant: (contracts: Contracts) => Contracts;
}

export const plants: readonly Plant[] = [
  {
    name: 'call.transcribed with lines instead of segments',
    foundBy: {
      ingestion: 'publishes call.transcribed as its contract says',
      summarization: 'takes call.transcribed.v1',
    },
    plant: (contracts) => ({
      ...contracts,
      topics: renamed(contracts.topics, 'call.transcribed', 'segments', 'lines'),
      examples: contracts.examples.map((example) =>
        example.topic === 'call.transcribed' ? renamed(example, 'data', 'segments', 'lines') : example,
      ),
    }),
  },
  {
    name: 'the answer of listContacts with more instead of has_more',
    foundBy: { gateway: 'contacts: listContacts', contacts: 'answers the gateway: listContacts' },
    plant: (contracts) => inExpectation(contracts, 'contacts', 'listContacts', ['answer', 'has_more', 'more']),
  },
  {
    name: 'the request of createWebhook with address instead of url',
    foundBy: { gateway: 'webhooks: createWebhook', webhooks: 'answers the gateway: createWebhook' },
    plant: (contracts) => inExpectation(contracts, 'webhooks', 'createWebhook', ['request', 'url', 'address']),
  },
];

function inExpectation(
  contracts: Contracts,
  service: InnerService,
  name: string,
  [below, from, to]: readonly ['request' | 'answer', string, string],
): Contracts {
  const contract = contracts.http[service];
  const expectations = contract.expectations.map((one) => (one.name === name ? renamed(one, below, from, to) : one));
  return { ...contracts, http: { ...contracts.http, [service]: { ...contract, expectations } } };
}

/** A copy in which, below one of its fields, a name is another everywhere: of a property, in a list, in a schema. */
function renamed<Whole extends object>(whole: Whole, below: keyof Whole, from: string, to: string): Whole {
  const text = JSON.stringify(whole[below]).replaceAll(`"${from}"`, `"${to}"`);
  return { ...whole, [below]: JSON.parse(text) as Whole[keyof Whole] };
}
