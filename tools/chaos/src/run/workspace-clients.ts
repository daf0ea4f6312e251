import type { System } from '@ci/testing/system';
import { PatientClient, type PatientClientOptions } from '../workload/patient-client.ts';

/** A client for a new workspace, with a key that is made as an operator makes it. */
export async function workspaceClient(
  system: System,
  name: string,
  options: Pick<PatientClientOptions, 'givingUp' | 'onWrongAnswer'>,
): Promise<PatientClient> {
  const { key, workspaceId } = await system.createKey(name);
  return new PatientClient({ baseUrl: system.baseUrl, key, workspaceId, ...options });
}
