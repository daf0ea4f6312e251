/** The part of the client that a browser can use: the types of the API, and its errors. */
export { ApiError } from './api-error.ts';
export { answerOf, type ApiResult } from './answer.ts';
export type { components, operations, paths } from './api-schema.ts';
export type { Page } from './pages.ts';
export type { Resource } from './resource.ts';
