import { texts as english, type Catalog } from './en.ts';
import { language } from './language.ts';

/** Every word that a person reads, in the language of this page. Another language than English is loaded before anything is shown. */
export const texts: Catalog = await {
  en: () => english,
  de: async () => (await import('./de.ts')).texts,
  es: async () => (await import('./es.ts')).texts,
}[language]();
