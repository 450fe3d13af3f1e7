import type { Language } from '#lib/contracts/primitives.ts';

/** Laid over every page of a preview. */
export const PREVIEW: Readonly<Record<Language, string>> = {
  en: 'PREVIEW. This is not a certificate.',
  de: 'VORSCHAU. Dies ist kein Kalibrierschein.',
  fr: 'APERÇU. Ceci n’est pas un certificat.',
  es: 'VISTA PREVIA. Esto no es un certificado.'
};
