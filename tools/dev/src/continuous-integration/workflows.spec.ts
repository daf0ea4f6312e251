import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const workspace = path.resolve(import.meta.dirname, '../../../..');
const textOf = (file: string): string => readFileSync(path.join(workspace, file), 'utf8');
const { scripts, engines } = JSON.parse(textOf('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly steps: readonly Step[];
  readonly permissions?: unknown;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A script is what there is to run; a workflow says when, and on which machine. */
const pairs = [
  ['ci.yaml', '.ci/run'],
  ['nightly.yaml', '.ci/nightly'],
] as const;
const workflows = pairs.map(([file, script]) => {
  const text = textOf(`.github/workflows/${file}`);
  return { file, script, text, workflow: parse(text) as Workflow };
});

it('there is no other workflow', () => {
  const files = readdirSync(path.join(workspace, '.github/workflows'));
  expect(files.toSorted()).toEqual(pairs.map(([file]) => file));
});

it('every change runs the one, every night the other', () => {
  const [ci, nightly] = workflows;
  expect(ci?.workflow.on).toEqual({ push: { branches: ['main'] }, pull_request: null });
  expect(nightly?.workflow.on['schedule']).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
});

describe.each(workflows)('$file', ({ script, text, workflow }) => {
  const [job, ...others] = Object.values(workflow.jobs);

  it('runs the script and nothing else, without passing over its failure', () => {
    expect(others).toEqual([]);
    expect(job?.steps.map(({ uses, run }) => uses?.split('@')[0] ?? run)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      script,
      'actions/upload-artifact',
    ]);
    expect(text).not.toMatch(/continue-on-error|\bif:/);
  });

  it('hands on what it has verified, for can-i-deploy to ask', () => {
    const handed = { name: 'verified', path: '.data/verified' };
    expect(job?.steps.at(-1)?.with).toMatchObject({ ...handed, 'include-hidden-files': true });
  });

  it('may read the code and nothing else', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(job?.permissions).toBeUndefined();
    expect(text).not.toMatch(/secrets\.|GITHUB_TOKEN|pull_request_target/);
    expect(job?.steps[0]?.with).toMatchObject({ 'persist-credentials': false });
  });

  it('has the whole history: what was released is compared with, and built from, the commits that records name', () => {
    expect(job?.steps[0]?.with).toMatchObject({ 'fetch-depth': 0 });
  });

  it('names actions by a commit, which nobody can move, and says which version that is', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('takes Node from package.json and keeps what npm has fetched', () => {
    expect(job?.steps[1]?.with).toEqual({ 'node-version-file': 'package.json', cache: 'npm' });
    expect(engines.node).toMatch(/^>=\d+$/);
  });

  it('gives the script longer than all of its stages may take', () => {
    const limits = stagesOf(script).map(({ limit }) => limit);
    const sum = limits.reduce((total, limit) => total + limit, 0);
    expect(job?.['timeout-minutes']).toBeGreaterThan(sum);
  });
});

describe.each(pairs)('%s', (_file, script) => {
  it('runs commands that there are, each with a budget and a limit well beyond it', () => {
    const stages = stagesOf(script);
    expect(stages.length).toBeGreaterThan(0);
    for (const { budget, limit, command } of stages) {
      expect([command, limit]).toEqual([command, Math.max(limit, budget * 1.5)]);
      const name = /^(?:\.ci\/with-engine )?npm (?:run )?(\S+)/.exec(command)?.[1];
      expect(Object.keys(scripts)).toContain(name);
    }
  });
});

/** The stages of a list, in minutes. */
function stagesOf(script: string): { readonly budget: number; readonly limit: number; readonly command: string }[] {
  return [...textOf(script).matchAll(/^(?:differs .* && )?stage (.*)$/gm)].map(([, words = '']) => {
    const [, budget, limit, command = ''] = /^(\d+)m (\d+)m (\S.*)$/.exec(words) ?? [];
    if (command === '') throw new Error(`${script}: this is no stage with a budget and a limit in minutes: ${words}`);
    return { budget: Number(budget), limit: Number(limit), command };
  });
}
