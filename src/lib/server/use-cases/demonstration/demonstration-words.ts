import type { Language } from '#lib/contracts/primitives.ts';

/**
 * What marks everything of the demonstration as such. The name heads every page of its certificates, signs them and is what the public
 * verification shows; the note is among the remarks of each.
 */
export const DEMONSTRATION_WORDS: Readonly<
  Record<Language, { readonly name: string; readonly person: string; readonly note: string }>
> = {
  en: {
    name: 'Demonstration laboratory (not a real laboratory)',
    person: 'demonstration',
    note: 'DEMONSTRATION. Simulated readings of instruments that do not exist. This is not a calibration certificate.'
  },
  de: {
    name: 'Demonstrationslabor (kein echtes Labor)',
    person: 'Demonstration',
    note: 'DEMONSTRATION. Simulierte Messwerte nicht vorhandener Geräte. Dies ist kein Kalibrierschein.'
  },
  fr: {
    name: 'Laboratoire de démonstration (fictif)',
    person: 'démonstration',
    note: 'DÉMONSTRATION. Relevés simulés d’instruments qui n’existent pas. Ceci n’est pas un certificat d’étalonnage.'
  },
  es: {
    name: 'Laboratorio de demostración (ficticio)',
    person: 'demostración',
    note: 'DEMOSTRACIÓN. Lecturas simuladas de equipos que no existen. Esto no es un certificado de calibración.'
  }
};
