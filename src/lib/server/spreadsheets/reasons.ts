import german from '#lib/i18n/de/exchange.json' with { type: 'json' };
import english from '#lib/i18n/en/exchange.json' with { type: 'json' };
import spanish from '#lib/i18n/es/exchange.json' with { type: 'json' };
import french from '#lib/i18n/fr/exchange.json' with { type: 'json' };

const WORDS: Readonly<Record<'en' | 'de' | 'fr' | 'es', { readonly finding: Readonly<Record<string, string>> }>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish
};

/** What is said of a finding, as the screen says it; its code where there are no words. */
export const reasonText = (code: string, language: keyof typeof WORDS): string => WORDS[language].finding[code] ?? code;
