/** A statement with its parameters, to be sent alone or as part of another one. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements that begin with this are planned each time: for tables that are empty one moment and long the next, such as queues. */
export const PLAN_ANEW = '/* plan anew */';
