// cspell:ignore ifhmode
import { MATH_SIGNS } from '../latex/math-signs.ts';

/** A large sign, whose letter in its font is another: copied and searched, it is the character. */
const readAs = (code: string, command: string): string =>
  `\\pdfliteral direct{/Span<</ActualText<FEFF${code}>>>BDC}\\ensuremath{\\textstyle${command}}\\pdfliteral direct{EMC}`;

/** What is more than one sign of a formula, or has another look in text. */
const IN_TEXT: readonly (readonly [characters: string, latex: (index: number) => string])[] = [
  ['\u202f\u2009\u2006\u200a', () => '\\,'],
  ['\u2007\u2002\u2005', () => '~'],
  // Only where a word is longer than a line: more lines cost TeX less.
  ['\u200b', () => '\\ifhmode\\penalty301\\relax\\fi{}'],
  ['\u2060\ufeff', () => '{}'],
  ['\u2010\u2011', () => '-'],
  ['−', () => '\\ensuremath{-}'],
  ['√', () => '\\ensuremath{\\surd}'],
  ['Ω\u2126', () => '\\ensuremath{\\Omega}'],
  ['μ', () => '\\textmu{}'],
  ['\u212a', () => 'K'],
  ['₀₁₂₃₄₅₆₇₈₉', (index) => `\\textsubscript{${index}}`],
  ['⁰¹²³⁴⁵⁶⁷⁸⁹', (index) => `\\textsuperscript{${index}}`],
  ['⁻', () => '\\textsuperscript{\\ensuremath{-}}'],
  ['⁺', () => '\\textsuperscript{+}'],
  ['′', () => "\\ensuremath{'}"],
  ['″', () => "\\ensuremath{''}"],
  ['∅⌀', () => '\\ensuremath{\\oslash}'],
  ['ℓ', () => '\\ensuremath{\\ell}'],
  ['∑', () => readAs('2211', '\\sum')],
  ['∏', () => readAs('220F', '\\prod')],
  ['∫', () => readAs('222B', '\\int')],
  ['↑', () => '\\ensuremath{\\uparrow}'],
  ['↓', () => '\\ensuremath{\\downarrow}'],
  ['ο', () => 'o'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΧ', (index) => 'ABEZHIKMNOPTX'.charAt(index)]
];

/** Commands that need no package. */
const SPELLED = /^[a-zA-Z]+$/u;
const NEEDS_PACKAGES = /^(?:degree|omicron|leqslant|geqslant)$/u;

/**
 * Characters that pdflatex's fonts and encodings lack, but values of certificates have. What is not among them is a fault that names
 * the character: nothing is left out.
 */
export function declaredCharacters(): string {
  const declared = new Map<string, string>();
  for (const [name, { text }] of MATH_SIGNS) {
    const isOne = [...text].length === 1 && (text.codePointAt(0) ?? 0) > 0xff;
    if (isOne && SPELLED.test(name) && !NEEDS_PACKAGES.test(name) && !declared.has(text)) {
      declared.set(text, `\\ensuremath{\\${name}}`);
    }
  }
  for (const [characters, latex] of IN_TEXT) {
    for (const [index, character] of [...characters].entries()) declared.set(character, latex(index));
  }
  return [...declared]
    .map(([character, latex]) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return `\\DeclareUnicodeCharacter{${code}}{${latex}}`;
    })
    .join('\n');
}
