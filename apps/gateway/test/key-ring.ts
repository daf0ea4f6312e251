import { parseKeyRing, type KeyRing } from '@ci/config';
import { serviceNames, type ServiceName } from '../src/service-names.ts';

/** A separate token key for each audience. */
export function tokenKeyText(service: ServiceName): string {
  return `k1:${Buffer.alloc(32, serviceNames.indexOf(service) + 1).toString('base64')}`;
}

export function tokenKeys(service: ServiceName): KeyRing {
  const keys = parseKeyRing(tokenKeyText(service));
  if (keys === undefined) throw new Error('the test made a bad key');
  return keys;
}
