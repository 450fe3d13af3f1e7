import { FUNCTIONS, MATH_SIGNS } from './math-signs.ts';
import { SIGNS } from './symbols.ts';
import { SUBSET_BLOCKS } from './subset-blocks.ts';
import { SUBSET_FORMULAS } from './subset-formulas.ts';
import { SUBSET_TEXT } from './subset-text.ts';

/** One use of commands, which is also documentation and a test. */
export type SubsetRow = {
  /** What it is for. */
  readonly title: string;
  readonly example: string;
  /** Words that the page shows, by pdftotext. */
  readonly words: readonly string[];
  /** Before \begin{document}, if the page needs more than SUBSET_PREAMBLE. */
  readonly preamble?: string;
  /** Formulas are compared with pdflatex by their letters and digits: its signs have other codes. */
  readonly isFormula?: boolean;
  /** Why it is not compared with pdflatex: by words, or by places. */
  readonly differs?: { readonly in: 'words' | 'places'; readonly because: string };
};

/** The packages of the subset, as a template names them. */
export const SUBSET_PREAMBLE = [
  '\\documentclass[a4paper]{article}',
  '\\usepackage[T1]{fontenc}',
  '\\usepackage[utf8]{inputenc}',
  '\\usepackage[margin=25mm]{geometry}',
  '\\usepackage{lmodern,textcomp,array,booktabs,longtable,tabularx,multirow,graphicx,xcolor,enumitem,siunitx,amsmath,amssymb}',
  '\\usepackage{fancyhdr,lastpage}',
  '\\usepackage[hidelinks]{hyperref}'
].join('\n');

/** Why a sign is not compared at all. */
export const OTHER_PACKAGES = 'it needs other packages or has another code';

/** Signs that only a language of babel, another encoding or no package at all has. */
const NOT_BY_PDFLATEX =
  /^(?:glqq|grqq|glq|grq|flqq|frqq|og|fg|textohm|P|-|@|omicron|degree|star|angle|vert|lbrace|rbrace|lbrack|rbrack|_|\$|#|%|&|\{|\}|\||ell|hbar|Re|Im|emptyset|mapsto|TeX|LaTeX)$/u;

function signRow(name: string, text: string, isMath: boolean): SubsetRow {
  const spelling = /^[a-zA-Z]/u.test(name) ? `\\${name}` : `\\${name}`;
  const word = text.trim();
  return {
    title: isMath ? 'A sign of a formula' : 'A sign',
    example: isMath ? `a $x ${spelling} y$ b` : `a${spelling}{}b`,
    words: isMath ? [word].filter((one) => one !== '') : [`a${text}b`.replace(/\s+/gu, ' ')],
    ...(isMath && { isFormula: true }),
    ...(NOT_BY_PDFLATEX.test(name) && {
      differs: { in: 'words', because: OTHER_PACKAGES }
    })
  };
}

/** Every command of the embedded engine in an example. */
export const SUBSET: readonly SubsetRow[] = [
  ...SUBSET_TEXT,
  ...SUBSET_BLOCKS,
  ...SUBSET_FORMULAS,
  ...[...FUNCTIONS].map((name) => ({
    title: 'A function',
    example: `$\\${name} x$`,
    words: [name],
    isFormula: true
  })),
  ...Object.entries(SIGNS).map(([name, text]) => signRow(name, text, false)),
  ...[...MATH_SIGNS].map(([name, { text }]) => signRow(name, text, true))
];
