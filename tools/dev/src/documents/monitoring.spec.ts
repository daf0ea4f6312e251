import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';

const workspace = path.resolve(import.meta.dirname, '../../../..');
const textOf = (file: string): Promise<string> => readFile(path.join(workspace, file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly runbook?: string };
}

interface RuleTest {
  readonly name: string;
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly type: string;
    readonly targets?: readonly { expr: string }[];
  }[];
}

let rules: readonly Rule[];
let dashboard: Dashboard;
let known: readonly RegExp[];

beforeAll(async () => {
  const file = parse(await textOf('docker/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] };
  rules = file.groups.flatMap((group) => group.rules);
  dashboard = JSON.parse(await textOf('docker/monitoring/dashboard.json')) as Dashboard;
  known = metricsIn(await textOf('docs/metrics-reference.md'));
});

it('rules and panels ask for metrics that the reference has', () => {
  const asked = [
    ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
    ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ];
  expect(asked.length).toBeGreaterThan(rules.length);
  const unknown = asked.flatMap(({ where, expr }) => {
    const names = namesIn(expr);
    if (names.length === 0) return [`${where}: asks for nothing`];
    return names.filter((name) => !known.some((one) => one.test(name))).map((name) => `${where}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

it('each metric of the service itself is on the dashboard', async () => {
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  const own = [...(await textOf('docs/metrics-reference.md')).matchAll(/^\| `(ci_\w+)`/gm)].map(
    ([, name = '']) => name,
  );
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

it('each alert has a severity, a sentence and a runbook of its own', async () => {
  const sections = sectionsOf(await textOf('docs/runbooks/alerts.md'));
  expect([...sections.keys()]).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(?:critical|warning)$/)]);
    expect([alert, annotations?.summary]).toEqual([alert, expect.stringMatching(/\S/)]);
    expect(annotations?.runbook).toBe(`docs/runbooks/alerts.md#${alert.toLowerCase()}`);
    expect(sections.get(alert)).toMatch(/^- Look: .*\n- Do: /m);
  }
});

it('runbooks of alerts name npm scripts, operators’ commands and documents that are there', async () => {
  const text = await textOf('docs/runbooks/alerts.md');
  const { scripts } = JSON.parse(await textOf('package.json')) as { scripts: Readonly<Record<string, string>> };
  const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, script = '']) => script);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
  const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link);
  for (const link of links) await expect(textOf(path.join('docs/runbooks', link))).resolves.toMatch(/\S/);
  const program = await textOf('libs/operations/src/program.ts');
  for (const [, command = ''] of text.matchAll(/operate\.js (\w+)/g)) expect(program).toContain(`./${command}/`);
});

it('each alert is provoked and cleared in the file that promtool evaluates', async () => {
  const { tests } = parse(await textOf('docker/monitoring/alerts.test.yaml')) as { tests: RuleTest[] };
  expect(tests.map(({ name }) => name)).toEqual(rules.map(({ alert }) => alert));
  for (const { name, alert_rule_test: steps } of tests) {
    expect(steps.every(({ alertname }) => alertname === name)).toBe(true);
    expect([name, steps.map(({ exp_alerts: alerts }) => alerts.length)]).toEqual([name, [0, 1, 0]]);
  }
});

it('names are found in expressions', () => {
  const expr =
    'histogram_quantile(0.9, sum by (a, le) (rate(ci_x_seconds_bucket{route!~"/up"}[5m]))) > 1 unless max(up) == 0';
  expect(namesIn(expr)).toEqual(['ci_x_seconds_bucket', 'up']);
});

/** What is left of an expression without its matchers, ranges, labels, functions and words. */
function namesIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const words = bare.match(/[a-zA-Z_]\w*(?!\w*\s*\()/g) ?? [];
  return words.filter((word) => !['and', 'or', 'unless', 'sum', 'max', 'min'].includes(word));
}

/** The names of the table, with a histogram's three, and those of its last paragraph, where `*` stands for anything; and Prometheus' own. */
function metricsIn(reference: string): RegExp[] {
  const rows = [...reference.matchAll(/^\| `(\w+)` +\| (\w+)/gm)].map(([, name = '', type]) =>
    type === 'histogram' ? `${name}_(?:bucket|count|sum)` : name,
  );
  const others = [...reference.matchAll(/`((?:nodejs|process)_[\w*]+)`/g)].map(([, name = '']) =>
    name.replaceAll('*', '\\w+'),
  );
  return ['up', ...rows, ...others].map((name) => new RegExp(`^${name}$`));
}

function sectionsOf(markdown: string): ReadonlyMap<string, string> {
  const parts = markdown.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]));
}
