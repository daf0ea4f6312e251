/** Returns the current time. Tests set it. */
export type Clock = () => Date;
export const CLOCK = Symbol('CLOCK');

/** At least 0, less than 1. Tests choose. */
export type Random = () => number;
export const RANDOM = Symbol('RANDOM');
