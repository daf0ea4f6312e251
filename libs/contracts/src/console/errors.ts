import type { ErrorBody } from '../resources/error.ts';

/** Errors of the console’s API have the shape of `/v1`. */
export type ConsoleErrorBody = ErrorBody;
