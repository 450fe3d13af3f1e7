type Replacement = readonly [from: RegExp, to: string];

/** Signs that LaTeX makes of several characters. */
const LIGATURES: readonly Replacement[] = [
  [/---/gu, '—'],
  [/--/gu, '–'],
  [/``/gu, '“'],
  [/''/gu, '”'],
  [/`/gu, '‘'],
  [/'/gu, '’'],
  [/\?‘/gu, '¿'],
  [/!‘/gu, '¡']
];

/** Shorthands that babel has in German. */
const GERMAN: readonly Replacement[] = [
  [/"`/gu, '„'],
  [/"'/gu, '“'],
  [/"</gu, '«'],
  [/">/gu, '»'],
  [/"([aouAOU])/gu, '$1\u0308'],
  [/"s/gu, 'ß'],
  [/"=/gu, '-'],
  [/"[-|"]/gu, '']
];

/** Spaces that babel sets in French before signs of two parts. */
const FRENCH: readonly Replacement[] = [
  [/ +:/gu, '\u00a0:'],
  [/(?<=[\p{L}\p{N})»\u00a0]) *([;!?])/gu, '\u202f$1'],
  [/« *(?=\S)/gu, '«\u00a0'],
  [/(?<=\S) *»/gu, '\u00a0»']
];

/** Letters as they are printed in a language of babel. */
export function ligatures(raw: string, language: string | null): string {
  const own =
    language === null ? [] : /german/u.test(language) ? GERMAN : /^(?:french|francais)$/u.test(language) ? FRENCH : [];
  return [...own, ...LIGATURES].reduce((made, [from, to]) => made.replace(from, to), raw).normalize('NFC');
}
