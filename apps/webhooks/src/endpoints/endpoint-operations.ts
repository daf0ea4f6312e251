/** What may be done with an endpoint. */
export const webhookOperations = [
  'getWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'listDeliveries',
  'recoverWebhook',
  'listRecoveries',
] as const;
