/** The languages of the console, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof languages;

const choice = 'ci-language';

/** The language of this page: the choice kept in this browser, else the first of the browser's languages that there is. */
export const language = languageOf([chosen(), ...(typeof navigator === 'undefined' ? [] : navigator.languages)]);

/** The first of these tags (`de`, `es-MX`) that is a language of the console, else English. */
export function languageOf(tags: readonly (string | null)[]): Language {
  return tags.map((tag) => tag?.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

/** Shows the page again in this language, and every later one in this browser. */
export function chooseLanguage(chosenLanguage: Language): void {
  localStorage.setItem(choice, chosenLanguage);
  location.reload();
}

function chosen(): string | null {
  // Absent in tests; refused where a browser blocks storage.
  try {
    return localStorage.getItem(choice);
  } catch {
    return null;
  }
}

function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(languages, tag);
}
