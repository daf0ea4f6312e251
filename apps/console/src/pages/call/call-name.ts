import { texts } from '../../texts/texts.ts';
import type { CallDetail } from './call.query.ts';

/** What a call is called: its title, else with whom it was. */
export function nameOf({ title, prospect: { name, company, email } }: CallDetail): string {
  const who = [name ?? email, company].filter((part) => part !== null).join(', ');
  return title ?? (who === '' ? texts.call.unnamed : who);
}
