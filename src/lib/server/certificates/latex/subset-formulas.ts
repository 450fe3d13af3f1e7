import { LARGE_SIGNS, MARKS } from './math-signs.ts';
import type { SubsetRow } from './subset.ts';

const formulas: readonly (readonly [title: string, example: string, words: readonly string[]])[] = [
  ['Formulas in a line', 'with $a + b = c$ and \\(d < e\\)', ['with', 'and']],
  ['Displayed formulas', '\\[ x = y + 1 \\]', ['x = y + 1']],
  [
    'Displayed formulas in a paragraph',
    'It is \\[ x = y + 1 \\] and so on.\n\nThen \\[ p = q \\]\n\nThe end.',
    ['It is', 'x = y + 1', 'and so on.', 'p = q', 'The end.']
  ],
  ['Numbered formulas', '\\begin{equation}E = mc\\end{equation}', ['E', '(1)']],
  ['Formulas without number', '\\begin{equation*}p = 7\\end{equation*}', ['p = 7']],
  ['Aligned formulas', '\\begin{align*}f(y) &= 1 \\\\ &\\approx 2\\end{align*}', ['(y) = 1', '≈ 2']],
  ['Aligned formulas with numbers', '\\begin{align}a &= 1 \\\\ b &= 2 \\nonumber\\end{align}', ['= 1', '= 2']],
  [
    'Formulas below each other',
    '\\begin{gather}a = 1 \\\\ b = 2\\end{gather}\\begin{gather*}c = 3\\end{gather*}',
    ['a = 1', 'b = 2', 'c = 3']
  ],
  ['Aligned in a formula', '\\[\\begin{aligned}a &= 1 \\\\ b &= 2\\end{aligned}\\]', ['= 1', '= 2']],
  [
    'Cases and matrices',
    '\\[ f = \\begin{cases}1 & x \\\\ 2 & y\\end{cases} \\begin{pmatrix}3 & 4 \\\\ 5 & 6\\end{pmatrix}\\]',
    ['3', '4', '5', '6']
  ],
  ['Scripts', "$x_i$, $x^2$, $x_i^2$, $x'$, $10^{-3}$", ['10']],
  ['Fractions', '$\\frac{1}{2}$ and \\[\\frac{a}{b} + \\dfrac{c}{d} + \\tfrac{3}{4}\\]', ['1', '2', 'and', '3', '4']],
  ['Roots', '\\[\\sqrt{2} + \\sqrt[3]{5}\\]', ['2', '3', '5']],
  [
    'Brackets as tall as their content',
    '\\[\\left( \\frac{1}{2} \\right) + \\left[ 3 \\right] + \\left. 4 \\right|\\]',
    ['1', '2', '3', '4']
  ],
  [
    'Text in formulas',
    '$x = 2 \\text{ if } y$, $U_{\\mathrm{rel}}$, $\\mathbf{v}$, $\\mathit{diff}$, $\\mathsf{T}$, $\\boldsymbol{b}$, $\\operatorname{med} x$',
    ['if', 'rel', 'v', 'med']
  ],
  ['Spaces in formulas', '$a\\,b\\:c\\;d\\!e\\quad f\\qquad g$', ['f', 'g']],
  ['Quantities in formulas', '$U = \\qty{0.05}{\\celsius}$, $k = \\num{2.02}$', ['0.05 °C', '2.02']],
  ['Colors in formulas', '$a + \\textcolor{red}{7}$', ['7']],
  ['Styles', '$\\displaystyle\\frac{8}{9}$ $\\bigl(5\\bigr)$', ['8', '9', '5']],
  ['A formula where text or formula may be', '\\ensuremath{x = 4}', ['x = 4']]
];

/** Formulas. */
export const SUBSET_FORMULAS: readonly SubsetRow[] = [
  ...formulas.map(([title, example, words]) => ({ title, example, words, isFormula: true })),
  ...Object.keys(MARKS).map((name) => ({
    title: 'A mark',
    example: `$\\${name}{x} = 5$`,
    words: ['5'],
    isFormula: true,
    ...(name.startsWith('wide') && {
      differs: { in: 'words' as const, because: 'the mark is a letter of the font of pdflatex' }
    })
  })),
  ...[...LARGE_SIGNS.keys()].map((name) => ({
    title: 'A sum',
    example: `\\[\\${name}_{i=1}^{7} x_i\\]`,
    words: ['7'],
    isFormula: true,
    differs: { in: 'words' as const, because: 'the sign is a letter of the font of pdflatex' }
  }))
];
