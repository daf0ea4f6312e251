/** A statement with its parameters, to be sent alone or as part of another one. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The comment of statements that are planned each time, because the right plan depends on how much there is of what they ask for. */
export const PLAN_EACH_TIME_COMMENT = 'plan each time';
/** What such a statement begins with. */
export const PLAN_EACH_TIME = `/* ${PLAN_EACH_TIME_COMMENT} */`;
