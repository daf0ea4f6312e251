import { language } from '../formats/language.ts';
import { texts as english, type Catalog } from './en.ts';

/** Every word that a person reads, in the language of this page once `loadTexts` has ended. */
export let texts: Catalog = english;

/** Loads the language of this page. Modules of pages read texts while they load: load them afterwards. */
export async function loadTexts(): Promise<void> {
  if (language === 'de') ({ texts } = await import('./de.ts'));
  if (language === 'es') ({ texts } = await import('./es.ts'));
}
