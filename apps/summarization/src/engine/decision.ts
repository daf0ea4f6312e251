import type { Statement } from './statement.ts';

/** Its text is empty where neither side says what was settled in a separate clause. */
export interface Decision extends Statement {
  /** "Start with the basic plan", in contrast to "The contract runs for a year". */
  readonly order: boolean;
  /** A date or time both sides settled on: also a next step. */
  readonly appointment: boolean;
  /** A yes to buy: it settles the outcome, not a term. */
  readonly bought: boolean;
  /** How clear it is that something was settled. */
  readonly weight: number;
}
