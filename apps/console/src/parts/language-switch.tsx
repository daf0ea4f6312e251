import { NativeSelect } from '@mantine/core';
import { chooseLanguage, language, languages, type Language } from '../formats/language.ts';
import { texts } from '../texts/texts.ts';

/** The language of the console, kept in this browser. */
export function LanguageSwitch() {
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.frame.language}
      value={language}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) => {
        chooseLanguage(currentTarget.value as Language);
      }}
    />
  );
}
