/** A statement with its parameters, to be sent alone or as part of another one. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
