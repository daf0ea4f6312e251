import { serviceNames, type ServiceName } from '@ci/testing/services';
import { instanceNames, instancesOf, type InstanceName } from '../instances.ts';

export type ServerName = 'postgres' | 'kafka';

/** What is between the services and the infrastructure: each instance reaches Postgres by its own link, and all share the one to Kafka. */
export type LinkName = `${ServiceName}-postgres` | 'kafka-link';

/** What a fault is brought about on: a process, or a link. */
export type VictimName = InstanceName | ServerName | `${InstanceName}-postgres` | 'kafka-link';

export type FaultKind = 'kill' | 'pause' | 'restart' | 'cut' | 'stall';

/** One fault, from the start of the run. */
export interface Fault {
  readonly atMs: number;
  readonly kind: FaultKind;
  readonly target: ServiceName | ServerName | LinkName;
  /** Of a service, or of what links it to Postgres: which instances it happens to. */
  readonly instances: readonly (1 | 2)[];
  /** How long a killed process stays away, a paused one stays paused, a cut link refuses new connections and nothing passes a stalled one. */
  readonly forMs: number;
}

export type FaultSort = Pick<Fault, 'kind' | 'target'>;

const processes = [...serviceNames, 'postgres', 'kafka'] as const;
const links: readonly LinkName[] = [...serviceNames.map((service) => `${service}-postgres` as const), 'kafka-link'];

/** Every kind of fault on every target that it can happen to. */
export const faultSorts: readonly FaultSort[] = [
  ...processes.flatMap((target) => (['kill', 'pause', 'restart'] as const).map((kind) => ({ kind, target }))),
  ...links.flatMap((target) => (['cut', 'stall'] as const).map((kind) => ({ kind, target }))),
];

export function victimsOf({ target, instances }: Pick<Fault, 'target' | 'instances'>): readonly VictimName[] {
  const service = serviceOf(target);
  if (service === undefined) return [target as ServerName | 'kafka-link'];
  const names = instances.map((number) => `${service}-${number}` as const);
  return target === service ? names : names.map((name) => `${name}-postgres` as const);
}

/** The instances that a fault may make unready. Readiness of the gateway does not depend on Kafka. */
export function affectedInstances(fault: Pick<Fault, 'target' | 'instances'>): readonly InstanceName[] {
  if (fault.target === 'postgres') return instanceNames;
  const service = serviceOf(fault.target);
  if (service !== undefined) return fault.instances.map((number) => `${service}-${number}` as const);
  return instanceNames.filter((name) => !(instancesOf('gateway') as readonly InstanceName[]).includes(name));
}

export function describeFault(fault: Omit<Fault, 'atMs'>): string {
  const { kind, forMs } = fault;
  const what = `${kind} ${victimsOf(fault).join(' and ')}`;
  return kind === 'restart' ? what : `${what} for ${(forMs / 1000).toFixed(1)} s`;
}

function serviceOf(target: Fault['target']): ServiceName | undefined {
  return serviceNames.find((service) => target === service || target === `${service}-postgres`);
}
