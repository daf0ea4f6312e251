import { answerOf, pagesOf, type ApiClient, type components, type WebhookEvent } from '@ci/client';

type Schemas = components['schemas'];

/** What the sync needs of your CRM. Each function must give the same result when it is called again. */
export interface Crm {
  saveCall(call: Schemas['Call']): Promise<void>;
  saveSummary(callId: string, summary: Schemas['CallSummary'], items: readonly Schemas['ActionItem'][]): Promise<void>;
  removeCall(callId: string): Promise<void>;
  callIds(): Promise<readonly string[]>;
}

// #region backfill
/** Records old calls, one after another, 60 a minute. Start it again after a failure: recorded calls return 200 and cost no analysis. */
export async function backfill(
  api: ApiClient,
  calls: AsyncIterable<Schemas['CreateCall']>,
  pause: (ms: number) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const call of calls) {
    if (count > 0) await pause(1_000);
    // `source` and `external_id` name the call in your system, so that it is never recorded twice.
    await answerOf(api.POST('/calls', { body: call }));
    count += 1;
  }
  return count;
}
// #endregion backfill

// #region webhook
/** Applies a stored webhook event. Events come more than once and out of order: the newest revision of a summary wins in `saveSummary`. */
export async function applyEvent(event: WebhookEvent, crm: Crm): Promise<void> {
  if (event.type === 'call.ended') await crm.saveCall(event.data.call);
  if (event.type === 'summary.ready') {
    const { call, summary, action_items: items } = event.data;
    await crm.saveCall(call);
    await crm.saveSummary(call.id, summary, items);
  }
}
// #endregion webhook

// #region reconcile
/** Reads what changed since a time. Run it after an outage and once a night, from a minute before the last run. */
export async function reconcile(api: ApiClient, crm: Crm, since: string): Promise<number> {
  let count = 0;
  const changed = (cursor: string | undefined) =>
    api.GET('/calls', { params: { query: { updated_since: since, limit: 100, ...(cursor && { cursor }) } } });
  for await (const call of pagesOf(changed)) {
    await crm.saveCall(call);
    if (call.analysis_status === 'ready') {
      const params = { path: { id: call.id } };
      const summary = await answerOf(api.GET('/calls/{id}/summary', { params }));
      const items = await answerOf(api.GET('/calls/{id}/action-items', { params }));
      await crm.saveSummary(call.id, summary, items.data);
    }
    count += 1;
  }
  return count;
}
// #endregion reconcile

// #region erase
/** Erases a call on request of a person: first in the service, then in the CRM. */
export async function erase(api: ApiClient, crm: Crm, callId: string): Promise<void> {
  const { response, error } = await api.DELETE('/calls/{id}', { params: { path: { id: callId } } });
  // 404: deleted before. Anything else failed: keep the CRM's copy as the reminder to try again.
  if (error !== undefined && response.status !== 404) throw new Error(`${callId} is not erased: ${error.error.code}`);
  await crm.removeCall(callId);
}

/** Removes calls that were deleted elsewhere, for example in the console. */
export async function removeDeleted(api: ApiClient, crm: Crm): Promise<void> {
  const existing = new Set<string>();
  const all = (cursor: string | undefined) =>
    api.GET('/calls', { params: { query: { limit: 100, ...(cursor && { cursor }) } } });
  for await (const { id } of pagesOf(all)) existing.add(id);
  for (const id of await crm.callIds()) if (!existing.has(id)) await crm.removeCall(id);
}
// #endregion erase
