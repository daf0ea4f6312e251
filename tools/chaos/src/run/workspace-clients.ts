import type { RunningCopy } from '../copy/running-copy.ts';
import { PatientClient, type PatientClientOptions } from '../workload/patient-client.ts';

/** A client for a new workspace, with a key that is made as an operator makes it. */
export async function workspaceClient(
  { system, baseUrls }: Pick<RunningCopy, 'system' | 'baseUrls'>,
  name: string,
  options: Pick<PatientClientOptions, 'givingUp' | 'onWrongAnswer'>,
): Promise<PatientClient> {
  const { key, workspaceId } = await system.createKey(name);
  return new PatientClient({ baseUrls, key, workspaceId, ...options });
}
