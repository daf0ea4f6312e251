import { passedIn, type JestResults } from './passed-services.ts';

const suite = (service: string, ...statuses: readonly string[]): JestResults['testResults'][number] => ({
  name: `/project/tools/contract/suites/${service}.int.spec.ts`,
  assertionResults: statuses.map((status) => ({ status })),
});

test.each<[string, JestResults['testResults'], readonly string[]]>([
  ['each test has passed', [suite('contacts', 'passed', 'passed')], ['contacts']],
  ['one has failed', [suite('contacts', 'passed', 'failed')], []],
  ['one was skipped', [suite('contacts', 'passed', 'pending')], []],
  ['there were none', [suite('contacts')], []],
  ['another service has passed', [suite('webhooks', 'passed')], []],
])('a service is verified or not: %s', (_when, testResults, services) => {
  expect(passedIn({ testResults }, ['contacts'])).toEqual(services);
});
