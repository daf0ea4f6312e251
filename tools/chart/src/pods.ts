import type { Manifest } from './render.ts';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly startupProbe?: object;
  readonly livenessProbe?: object;
  readonly readinessProbe?: object;
}

export interface Pod {
  readonly labels: Readonly<Record<string, string>>;
  readonly containers: readonly Container[];
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The pod that a Deployment or a Job makes. */
export function podOf(manifest: Manifest): Pod | undefined {
  const template = manifest.spec['template'] as
    | { metadata: { labels: Record<string, string> }; spec: { containers: Container[]; initContainers?: Container[] } }
    | undefined;
  if (template === undefined) return undefined;
  const { containers, initContainers = [] } = template.spec;
  return { labels: template.metadata.labels, containers: [...initContainers, ...containers], spec: template.spec };
}

/** What we ask of every pod, beyond what Kubernetes does. Empty when it is all there. */
export function podProblems(pod: Pod): readonly string[] {
  const problems: string[] = [];
  const demand = (holds: boolean, what: string): void => {
    if (!holds) problems.push(what);
  };
  const { securityContext = {}, automountServiceAccountToken } = pod.spec as {
    securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type?: string } };
    automountServiceAccountToken?: boolean;
  };
  demand(securityContext.runAsNonRoot === true && securityContext.runAsUser === 1000, 'runs as user 1000');
  demand(securityContext.seccompProfile?.type === 'RuntimeDefault', 'has the seccomp profile of the runtime');
  demand(automountServiceAccountToken === false, 'holds no token of the cluster');
  for (const container of pod.containers) {
    const { name, image, resources, securityContext: own = {}, env = [] } = container;
    demand(own['readOnlyRootFilesystem'] === true, `${name} has a read-only root file system`);
    demand(own['allowPrivilegeEscalation'] === false, `${name} can not become more than it is`);
    demand(JSON.stringify(own['capabilities']) === '{"drop":["ALL"]}', `${name} has no capability`);
    demand(resources?.requests !== undefined && resources.limits !== undefined, `${name} says what it takes`);
    demand(/:[^:/]+$/.test(image) && !image.endsWith(':latest'), `${name} has a fixed image`);
    const secrets = env.filter((variable) => isSecret(variable.name) && variable.value !== undefined);
    demand(secrets.length === 0, `${name} has its secrets by reference`);
  }
  return problems;
}

/** By the names of our variables: keys, and connection strings, which hold a password. */
export const isSecret = (name: string): boolean => /_KEYS(_|$)|DATABASE_URL$|API_KEY$|PASSWORD|SECRET/.test(name);
