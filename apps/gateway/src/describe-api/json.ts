/** A JSON object, as parts of an OpenAPI document are. */
export type Json = Readonly<Record<string, unknown>>;
