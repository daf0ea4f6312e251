/**
 * Who may import whom. A project carries one tag of each axis (`project.json`); an import must be allowed by both.
 * Every entry has a fixture in `fixtures/` that breaks it and must be refused.
 */

const services = ['gateway', 'ingestion', 'summarization', 'contacts', 'webhooks'];

/** First list: services never meet each other; what they share is a library. */
export const scopeAxis = [
  ...services.map((service) => allow(`scope:${service}`, [`scope:${service}`, 'scope:shared'])),
  allow('scope:console', ['scope:shared']),
  allow('scope:shared', ['scope:shared']),
  allow('scope:e2e', ['scope:shared']),
  allow('scope:tools', ['scope:tools', 'scope:shared']),
];

const everyLibrary = [
  'type:contract',
  'type:domain',
  'type:platform',
  'type:http',
  'type:infra',
  'type:operations',
  'type:service',
  'type:pure',
  'type:client',
];

/** Second list: what a project is decides how deep it may reach. Infra libraries do not know each other. */
export const typeAxis = [
  allow('type:app', everyLibrary),
  // What runs in a browser speaks to the system as every client does; of the contracts it uses the types.
  allow('type:web', ['type:client', 'type:contract']),
  allow('type:contract', []),
  allow('type:domain', []),
  // What a service runs on, each by name. What stores and sends knows no HTTP.
  allow('type:platform', ['type:domain', 'type:platform']),
  allow('type:http', ['type:domain', 'type:platform']),
  allow('type:pure', []),
  allow('type:client', []),
  allow('type:infra', ['type:contract', 'type:domain', 'type:platform']),
  allow('type:operations', ['type:contract', 'type:domain', 'type:platform', 'type:http', 'type:infra']),
  // What all services share, put together: the one library that knows all others of the server side.
  allow('type:service', [
    'type:contract',
    'type:domain',
    'type:platform',
    'type:http',
    'type:infra',
    'type:operations',
  ]),
  allow('type:testing', [...everyLibrary, 'type:testing']),
  allow('type:tool', [...everyLibrary, 'type:testing', 'type:tool']),
  // The event store stores what it is given: it knows no message and no resource.
  { allSourceTags: ['type:infra', 'layer:store'], onlyDependOnLibsWithTags: ['type:domain', 'type:platform'] },
  // End-to-end tests look at the system from outside.
  {
    allSourceTags: ['scope:e2e', 'type:testing'],
    onlyDependOnLibsWithTags: ['type:client', 'type:contract', 'type:testing'],
  },
];

/** In tests every project may also use the testing library. */
export const typeAxisInTests = typeAxis.map((entry) => ({
  ...entry,
  onlyDependOnLibsWithTags: [...new Set([...entry.onlyDependOnLibsWithTags, 'type:testing'])],
}));

/**
 * The testing library is built on the others, and their tests use it: a circle, in tests alone. Builds know nothing of
 * it, because the project graph is made from the package.json files (`nx.json`), which do not name it.
 */
export const circlesInTests = [
  'contracts',
  'database',
  'http',
  'observability',
  'security',
  'event-store',
  'messaging',
  'operations',
].map((library) => [library, 'testing']);

/** Third list: the nouns of the domain. What lies in these folders of a service is pure, and so are the `type:domain` and `type:pure` libraries. */
export const domainFolders = [
  'workspace',
  'api-key',
  'member',
  'invitation',
  'call',
  'analysis',
  'engine',
  'contact',
  'webhook-endpoint',
];

export const pureFiles = [
  `apps/*/src/{${domainFolders.join(',')}}/**/*.ts`,
  'libs/domain/src/**/*.ts',
  'libs/transcripts/src/**/*.ts',
];

function allow(sourceTag, onlyDependOnLibsWithTags) {
  return { sourceTag, onlyDependOnLibsWithTags };
}
