import type { Service } from '../services.ts';
import { workingTree } from '../sources/snapshot.ts';
import { recordVerified, verifiableCode, type Verification, type VerifiedBy } from './verified.ts';

/** Keeps that a command has passed for a service; resolves with false, and keeps nothing, when its code is no longer what it was. */
export type Remember = (service: Service, by: VerifiedBy, against: Verification['against']) => Promise<boolean>;

/** Takes note of the code of services. To be called before their images are built: what is verified is what they are built of. */
export async function underTest(workspace: string, services: readonly Service[]): Promise<Remember> {
  const before = workingTree(workspace);
  const codes = new Map(
    await Promise.all(services.map(async (service) => [service, await verifiableCode(before, service)] as const)),
  );
  return async (service, by, against) => {
    const code = await verifiableCode(workingTree(workspace), service);
    if (code !== codes.get(service)) return false;
    recordVerified(workspace, service, by, { code, against });
    return true;
  };
}
