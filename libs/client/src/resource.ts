import type { components } from './api-schema.ts';

/** A resource of the API by its name in the document: `Resource<'Call'>`. */
export type Resource<Name extends keyof components['schemas']> = components['schemas'][Name];
