import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { goToolFile } from '@ci/tools-interfaces/go-tools';

const run = promisify(execFile);

/** What of a Kubernetes object is looked at here. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

export interface Rendering {
  readonly text: string;
  readonly manifests: readonly Manifest[];
}

/** Values that an installation has to give, by `--set`. */
export const ownValues: Readonly<Record<string, string>> = {
  'image.repository': 'registry.example.com/calls',
  'image.tag': '1.4.0',
  'secret.name': 'database-and-keys',
  'migrationSecret.name': 'owner',
  'kafka.brokers': 'kafka.example.com:9092',
};

export interface RenderOptions {
  readonly workspace: string;
  readonly service: string;
  readonly values?: Readonly<Record<string, string>>;
  /** The chart, when it is not docker/helm. */
  readonly chart?: string;
}

/** The objects of one service's release, hooks included, as `helm install` would make them. */
export async function render(options: RenderOptions): Promise<Rendering> {
  const text = await helm(['template', options.service], options);
  const manifests = parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
  return { text, manifests };
}

/** What helm itself has to say against the chart with these values. */
export async function lint(options: RenderOptions): Promise<string> {
  return helm(['lint', '--strict'], options);
}

async function helm(
  command: readonly string[],
  { workspace, service, values = {}, chart }: RenderOptions,
): Promise<string> {
  const folder = chart ?? path.join(workspace, 'docker', 'helm');
  const own = service === 'gateway' ? { ...ownValues, 'env.TRUSTED_PROXIES': 'none' } : ownValues;
  const settings = Object.entries({ ...own, ...values }).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const file = path.join(folder, 'services', `${service}.yaml`);
  const args = [...command, folder, '--kube-version', '1.30', '--namespace', 'calls', '--values', file, ...settings];
  return output(goToolFile(workspace, 'helm'), args);
}

/** What the schemas of Kubernetes 1.30 have against these manifests; empty when nothing. Kinds that are not Kubernetes' own must not be among them. */
export async function schemaErrors(workspace: string, file: string): Promise<string> {
  try {
    await output(goToolFile(workspace, 'kubectl-validate'), ['--version', '1.30', file]);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function output(file: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(file, args, { maxBuffer: 16 * 1024 * 1024 })).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${path.basename(file)}: ${`${stdout}\n${stderr}`.trim()}`, { cause });
  }
}
