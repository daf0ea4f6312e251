/** Whether something is an Error of any realm: Node makes its network errors in the main one, where the asking code may not be. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}
