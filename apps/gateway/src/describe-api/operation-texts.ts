/** What the reference says of each operation besides its summary. A service's own words come first. */
export const operationTexts: Readonly<Record<string, string>> = {
  listCalls: 'Returns calls without transcripts, ordered by `created_at`, newest first. All filters apply together.',
  recordCall:
    'Records a call and starts its analysis. The id is valid on every path at once. The same `source` and `external_id` with the same content return the existing call. Counts against both rate limits.',
  importCall:
    'Records a call from the exported file of a meeting tool. The format is recognized by its shape. Speakers are mapped to the rep and the prospect; `speaker_mapping` says how. Counts against both rate limits.',
  getCall: 'Returns a call with the whole transcript, also while its analysis is pending.',
  updateCall: 'Sets the outcome or the title. An outcome that a client sets is never overwritten by analysis.',
  deleteCall:
    'Erases the transcript, the summary and every personal part of the call. The call leaves the history of its contact. Pending webhook deliveries of the call are dropped. This cannot be undone.',
  getCallCoaching:
    'Returns the criteria of the coaching score, with points, measured values and passages. It belongs to the same analysis as the summary.',
  listCallActionItems: 'Returns all action items of a call in one page. Before the analysis the list is empty.',
  listActionItems: 'Returns action items across all calls of the workspace. All filters apply together.',
  listContacts: 'Returns contacts without their calls, ordered by `created_at`, newest first.',
  getContact: 'Returns a contact with the history of its calls, newest first.',
  listWebhooks: 'Returns all endpoints of the workspace in one page, without their secrets.',
  createWebhook:
    'Registers an endpoint. Deliveries begin at once. The response holds the signing secret, and no later response does. Register the same URL twice to replace a secret without a gap.',
  listEventTypes: 'Returns each event type with a JSON Schema of its body and an example.',
  getWebhook: 'Returns an endpoint with its health, without its secret.',
  updateWebhook: 'Changes the URL, the events, the label or the status. Set `status` to `active` to enable it again.',
  deleteWebhook: 'Deletes the endpoint and its pending deliveries. No attempt begins after the response.',
  listDeliveries: 'Returns the deliveries of the last 30 days with all attempts.',
  getDelivery: 'Returns a delivery with its attempts and the exact body of the request.',
  recoverWebhook:
    'Starts a job that sends again all deliveries since a time that failed, are pending a retry, or were dropped. The order is kept. One recovery runs for an endpoint at a time.',
  listRecoveries: 'Returns the recoveries of the last 30 days.',
  getRecovery: 'Returns the progress of a recovery.',
  cancelRecovery:
    'Stops a recovery. Deliveries that are already scheduled are still sent. An ended recovery stays as it is.',
};
