import type { CivilDay } from './civil-date.ts';

export interface DateContext {
  readonly today: CivilDay;
  readonly saidAt: Date;
  readonly timezone: string;
}

/** What a phrase means: a day; null for words that look like a date and are none; undefined when the rule does not apply after all. */
export interface DateRule {
  readonly pattern: RegExp;
  resolve(match: RegExpExecArray, context: DateContext): CivilDay | null | undefined;
}

export function rule(source: string, resolve: DateRule['resolve']): DateRule {
  return { pattern: new RegExp(source, 'g'), resolve };
}
