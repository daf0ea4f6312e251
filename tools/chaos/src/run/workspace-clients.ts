import type { System } from '@ci/testing/system';
import { PatientClient, type PatientClientOptions } from '../workload/patient-client.ts';

/** A client for a new workspace, with a key that is made as an operator makes it. */
export async function workspaceClient(
  system: System,
  name: string,
  options: Pick<PatientClientOptions, 'givingUp' | 'onWrongAnswer'>,
): Promise<PatientClient> {
  const arguments_ = ['keys', 'create', '--workspace', name, '--name', name, '--scope', 'read-write', '--json'];
  const { key, workspace } = JSON.parse(await system.operate(arguments_)) as { key: string; workspace: string };
  return new PatientClient({ baseUrl: system.baseUrl, key, workspaceId: workspace, ...options });
}
