/** JSON Schemas, instants and texts of requests and messages, checked. */
export { compileSchema, type FurtherProblems, type JsonSchema } from './compile-schema.ts';
export { instantOf, parseInstant, timestamp } from './instant.ts';
export { assertNoNul, findUnstorable, findUnstorableText, joinPath, MAX_BODY_DEPTH } from './unstorable-text.ts';
