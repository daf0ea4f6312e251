import { serviceNames, type ServiceName } from '@ci/testing/services';

export type PartName = 'postgres' | 'kafka';

/** What stands between the services and a part: each service reaches Postgres by a link of its own, and all share the one to Kafka. */
export type LinkName = `${ServiceName}-postgres` | 'kafka-link';

export type FaultKind = 'kill' | 'pause' | 'restart' | 'cut';

/** One fault, from the start of the run. */
export interface Fault {
  readonly atMs: number;
  readonly kind: FaultKind;
  readonly target: ServiceName | PartName | LinkName;
  /** How long a killed process stays away, a paused one stands still and a cut link refuses new connections. */
  readonly forMs: number;
}

export type FaultSort = Pick<Fault, 'kind' | 'target'>;

const processes = [...serviceNames, 'postgres', 'kafka'] as const;
const links: readonly LinkName[] = [...serviceNames.map((service) => `${service}-postgres` as const), 'kafka-link'];

/** Every kind of fault on every target that it can happen to. */
export const faultSorts: readonly FaultSort[] = [
  ...processes.flatMap((target) => (['kill', 'pause', 'restart'] as const).map((kind) => ({ kind, target }))),
  ...links.map((target) => ({ kind: 'cut' as const, target })),
];

/** The services that a fault may make unready. Readiness of the gateway does not depend on Kafka. */
export function affectedServices({ target }: FaultSort): readonly ServiceName[] {
  if (target === 'postgres') return serviceNames;
  if (target === 'kafka' || target === 'kafka-link') return serviceNames.filter((service) => service !== 'gateway');
  return serviceNames.filter((service) => target === service || target === `${service}-postgres`);
}

export function describeFault({ kind, target, forMs }: Omit<Fault, 'atMs'>): string {
  const seconds = (forMs / 1000).toFixed(1);
  return kind === 'restart' ? `restart ${target}` : `${kind} ${target} for ${seconds} s`;
}
