/**
 * `npm run metrics-reference`: writes the table of docs/metrics-reference.md from the metrics that the built services make when they are put together;
 * nothing is started, no database is asked. With --check it writes nothing, and fails where the document says something else.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLogger, Metrics } from '@ci/observability';
import { createSecrets, serviceEnvironments, serviceNames } from '@ci/testing/system';
import { format } from 'oxfmt';
import style from '../../oxfmt.config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(root, 'docs', 'metrics-reference.md');
const table = /(?<=<!-- metrics: .* -->\n).*(?=<!-- end of metrics -->)/s;

if (process.argv.includes('--help')) {
  console.log(
    'npm run metrics-reference [-- --check]\n\nWrites docs/metrics-reference.md from what was built; --check only compares.',
  );
  process.exit();
}
const written = await referenceOf(await everyMetric());
const committed = await readFile(file, 'utf8');
if (written === committed) console.log('docs/metrics-reference.md is what the services measure');
else if (process.argv.includes('--check')) {
  console.error('docs/metrics-reference.md has other metrics than the services: npm run metrics-reference');
  process.exitCode = 1;
} else {
  await writeFile(file, written);
  console.log('docs/metrics-reference.md is written');
}
// What was put together was never started, and some of it may wait for its end.
process.exit();

async function everyMetric() {
  const byName = new Map();
  const environments = testEnvironments();
  for (const service of serviceNames) {
    for (const metric of await metricsOf(service, environments[service])) {
      const known = byName.get(metric.name) ?? { ...metric, services: [] };
      if (known.help !== metric.help) throw new Error(`${metric.name} means two things in two services`);
      byName.set(metric.name, { ...known, services: [...known.services, service] });
    }
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function metricsOf(service, environment) {
  const { service: built } = await import(path.join(root, 'apps', service, 'compiled', 'service.js'));
  const config = built.readConfig(environment);
  const logger = createLogger({ service, level: 'silent' });
  const app = await built.create({ config, logger, onCrash: fail, stopOnSignals: false });
  return app.get(Metrics).described();
}

/** Complete, and leading nowhere. */
function testEnvironments() {
  const ofEach = (value) => Object.fromEntries(serviceNames.map((service) => [service, value]));
  const url = 'postgres://nobody@127.0.0.1:1/nothing';
  const environments = serviceEnvironments({
    databases: ofEach({ requestUrl: url, workerUrl: url, ownerUrl: url }),
    brokers: '127.0.0.1:1',
    ports: ofEach(1),
    secrets: createSecrets(),
    rateLimits: 'on',
    logLevel: 'silent',
    webhookCaFile: '',
    webhookAllowedAddresses: '',
  });
  return environments;
}

async function referenceOf(metrics) {
  const text = await readFile(file, 'utf8');
  if (!table.test(text)) throw new Error('docs/metrics-reference.md has no place for its table');
  const rows = metrics.map(({ name, type, labels, services, help }) => {
    if (help === '') throw new Error(`${name} says nothing of its meaning`);
    const names = labels.map((label) => `\`${label}\``).join(', ');
    const of = services.length === serviceNames.length ? 'all' : services.join(', ');
    return `| \`${name}\` | ${type} | ${unitOf(name)} | ${names || '–'} | ${of} | ${help} |`;
  });
  const head = ['| metric | type | unit | labels | of | meaning |', '| --- | --- | --- | --- | --- | --- |'];
  const made = text.replace(table, () => `\n${[...head, ...rows].join('\n')}\n\n`);
  return (await format(file, made, style)).code;
}

function unitOf(name) {
  const [unit] = /(?<=_)(?:seconds|bytes)$/.exec(name) ?? [];
  return unit ?? 'number';
}

function fail(error) {
  throw error;
}
