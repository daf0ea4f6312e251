import type { CallDetail, CreateCall } from '@ci/contracts';
import type { System } from '@ci/testing/system';

/** Records a call and answers its id. */
export async function recordCall(system: System, key: string, body: CreateCall): Promise<string> {
  return ((await post(system, key, '/calls', body)) as CallDetail).id;
}

/** Has events sent to an address. */
export async function createWebhook(
  system: System,
  key: string,
  url: string,
  events: readonly string[],
): Promise<void> {
  await post(system, key, '/webhooks', { url, events });
}

async function post(system: System, key: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${system.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
