import { serviceNames, type ServiceName } from '@ci/testing/services';

/** There are two of each service. */
export type InstanceName = `${ServiceName}-${1 | 2}`;

export const instanceNames: readonly InstanceName[] = serviceNames.flatMap((service) => instancesOf(service));

export function instancesOf(service: ServiceName): readonly [InstanceName, InstanceName] {
  return [`${service}-1`, `${service}-2`];
}
