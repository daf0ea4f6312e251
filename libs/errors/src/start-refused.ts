/** A service must not, or can not, start as it is configured. The message is one line for an operator: what is wrong and what to do. */
export class StartRefused extends Error {
  override readonly name: string = 'StartRefused';
}

/** A service was asked to end while it waited for a dependency. */
export class StartAborted extends Error {
  override readonly name = 'StartAborted';
}
