/** Something the operator can put right; its message is all that is printed. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
