export { ApiError } from './api-error.ts';
export type { components, operations, paths } from './api-schema.ts';
export { createApiClient, type ApiClient, type ApiClientOptions } from './api-client.ts';
export { answerOf, type ApiResult } from './answer.ts';
export { pagesOf, type Page } from './pages.ts';
export { defaultRetries, type RetryPolicy } from './retrying-fetch.ts';
export type { Resource } from './resource.ts';
export { verifyWebhook, type WebhookEvent, type WebhookHeaders } from './verify-webhook.ts';
